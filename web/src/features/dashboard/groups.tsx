import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { FigureTable } from './figure-table.tsx'
import { Figure, Name } from './figure.tsx'
import type { LinkTo, ResponseFilter } from './links.ts'
import { Bar } from './progress.tsx'

type Group = Dashboard['villageTypes'][number]

interface GroupTableProps {
  title: string
  groups: readonly Group[]
  filterOf: (name: string) => ResponseFilter
  linkTo: LinkTo
}

const GroupTable = ({ title, groups, filterOf, linkTo }: GroupTableProps) => {
  const maxCount = Math.max(...groups.map(({ count }) => count))
  const link = ({ name }: Group) => (name === null ? undefined : linkTo(filterOf(name)))
  return (
    <FigureTable
      label={title}
      columns={[
        {
          key: 'name',
          label: title,
          kind: 'name',
          render: (group) => <Name to={link(group)}>{group.name ?? t('dashboard.groups.none')}</Name>,
        },
        {
          key: 'count',
          label: t('dashboard.districts.responses'),
          kind: 'bar',
          render: (group) => (
            <>
              <Figure to={link(group)}>{formatNumber(group.count)}</Figure>
              <Bar part={group.count} total={maxCount} />
            </>
          ),
        },
      ]}
      rows={groups.toSorted((one, other) => other.count - one.count)}
      rowKey={({ name }) => name ?? ''}
    />
  )
}

interface GroupsProps extends Pick<Dashboard, 'villageTypes' | 'villageCategories'> {
  linkTo: LinkTo
}

/** Collapsed by default, because these figures rarely require action. */
export const Groups = ({ villageTypes, villageCategories, linkTo }: GroupsProps) => (
  <details className="panel groups">
    <summary>{t('dashboard.groups.more')}</summary>
    <div className="pair">
      <GroupTable
        title={t('dashboard.groups.types')}
        groups={villageTypes}
        filterOf={(name) => ({ villageType: [name] })}
        linkTo={linkTo}
      />
      <GroupTable
        title={t('dashboard.groups.categories')}
        groups={villageCategories}
        filterOf={(name) => ({ villageCategory: [name] })}
        linkTo={linkTo}
      />
    </div>
  </details>
)
