import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { Neighbours } from '@baseline/contract/survey-responses/contract.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'
import { LinkButton } from '#platform/ui/path-link.tsx'

import { paths } from '../paths.ts'
import type { ListAddress } from '../paths.ts'

interface NeighbourLinksProps {
  neighbours: Neighbours | undefined
  address: ListAddress
}

const NeighbourLink = ({
  id,
  name,
  icon,
  address,
}: {
  id: string | null | undefined
  name: string
  icon: ReactNode
  address: ListAddress
}) =>
  id ? (
    <LinkButton type="text" icon={icon} aria-label={name} title={name} to={paths.view(id, address)} />
  ) : (
    <Button type="text" icon={icon} aria-label={name} disabled />
  )

const positionText = ({ position, count, countIsEstimate }: Neighbours): string | undefined => {
  if (position === undefined) return undefined
  const numbers = { position: formatNumber(position), count: formatNumber(count) }
  return countIsEstimate
    ? t('entities.surveyResponses.story.positionOfMany', numbers)
    : t('entities.surveyResponses.story.position', numbers)
}

/** Shows the position in the list, such as ‹ 3 of 1,284 ›, with links to the previous and next response. */
export const NeighbourLinks = ({ neighbours, address }: NeighbourLinksProps) => (
  <nav className="neighbours" aria-label={t('entities.surveyResponses.story.neighbours')}>
    <NeighbourLink
      id={neighbours?.previousId}
      name={t('entities.surveyResponses.story.previous')}
      icon={<LeftOutlined aria-hidden="true" />}
      address={address}
    />
    <span>{neighbours && positionText(neighbours)}</span>
    <NeighbourLink
      id={neighbours?.nextId}
      name={t('entities.surveyResponses.story.next')}
      icon={<RightOutlined aria-hidden="true" />}
      address={address}
    />
  </nav>
)
