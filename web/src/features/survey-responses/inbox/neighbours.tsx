import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { listIntake } from '@baseline/contract/intake/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { installationTimeZone } from '#platform/time.ts'
import { LinkButton } from '#platform/ui/path-link.tsx'

import type { ListAddress } from '../paths.ts'
import { inboxList } from './list.ts'
import { paths } from './paths.ts'

/** The inbox is short; further interviews are reached from its list. */
const maxRows = 100

interface Position {
  index: number
  count: number
  previousId: string | undefined
  nextId: string | undefined
}

/** Finds the position of an interview in the list that the address describes; undefined if it is not there. */
export const usePosition = (id: string, address: ListAddress): Position | undefined => {
  const query = { ...inboxList.criteria(inboxList.read(address), installationTimeZone()), limit: maxRows }
  const { data } = useQuery({
    queryKey: [...listKey(inboxList.name), 'neighbours', query],
    queryFn: ({ signal }) => call(listIntake, { query, signal }),
    // The interview can be read without its neighbours.
    meta: { handlesErrors: true },
  })
  const rows = data?.rows ?? []
  const index = rows.findIndex((row) => row.id === id)
  if (!data || index === -1) return undefined
  return { index, count: data.count, previousId: rows[index - 1]?.id, nextId: rows[index + 1]?.id }
}

const NeighbourLink = ({ path, name, icon }: { path: string | undefined; name: string; icon: ReactNode }) =>
  path === undefined ? (
    <Button type="text" icon={icon} aria-label={name} disabled />
  ) : (
    <LinkButton type="text" icon={icon} aria-label={name} title={name} to={path} />
  )

/** Shows the position in the inbox, with links to the previous and the next interview. */
export const NeighbourLinks = ({
  position,
  address,
}: {
  position: Position | undefined
  address: ListAddress
}) => {
  const pathTo = (id: string | undefined) => (id === undefined ? undefined : paths.view(id, address))
  return (
    <nav className="neighbours" aria-label={t('entities.intake.title')}>
      <NeighbourLink
        path={pathTo(position?.previousId)}
        name={t('entities.intake.previous')}
        icon={<LeftOutlined aria-hidden="true" />}
      />
      <span>
        {position &&
          t('entities.surveyResponses.story.position', {
            position: position.index + 1,
            count: position.count,
          })}
      </span>
      <NeighbourLink
        path={pathTo(position?.nextId)}
        name={t('entities.intake.next')}
        icon={<RightOutlined aria-hidden="true" />}
      />
    </nav>
  )
}
