import { peoplePerPage } from '@baseline/contract/dashboard/contract.ts'
import type { Dashboard, DashboardPerson } from '@baseline/contract/dashboard/contract.ts'

import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { sortedColumn } from '#platform/list/list-state.ts'
import { formatNumber } from '#platform/time.ts'
import { PageTurner } from '#platform/ui/page-turner.tsx'
import { Status } from '#platform/ui/status.tsx'

import { FigureTable } from './figure-table.tsx'
import type { FigureColumn } from './figure-table.tsx'
import { Figure, Name } from './figure.tsx'
import { quoteName, returnedFilter } from './links.ts'
import type { LinkTo, ResponseFilter } from './links.ts'
import { Bar } from './progress.tsx'
import { Returned } from './returned.tsx'
import { sortPeople } from './view.ts'
import type { PeopleView } from './view.ts'

interface PeopleProps {
  people: Dashboard['people']
  view: PeopleView
  onView: (view: PeopleView) => void
  linkTo: LinkTo
}

const kinds = ['enumerators', 'supervisors'] as const

const filterOf = (kind: PeopleView['people'], name: string): ResponseFilter =>
  kind === 'enumerators' ? { investigatorName: name } : { supervisorName: name }

const columnsOf = ({ people, view, linkTo }: PeopleProps): FigureColumn<DashboardPerson>[] => {
  const link = ({ name }: DashboardPerson, filter?: ResponseFilter) => {
    const quotedName = quoteName(name)
    return quotedName === undefined ? undefined : linkTo({ ...filterOf(view.people, quotedName), ...filter })
  }
  return [
    {
      key: 'name',
      label: t('dashboard.people.name'),
      kind: 'name',
      firstSort: 'up',
      render: (person) => <Name to={link(person)}>{person.name}</Name>,
    },
    {
      key: 'count',
      label: t('dashboard.people.responses'),
      kind: 'bar',
      firstSort: 'down',
      render: (person) => (
        <>
          <Figure to={link(person)}>{formatNumber(person.count)}</Figure>
          <Bar part={person.count} total={people.most} />
        </>
      ),
    },
    {
      key: 'returned',
      label: t('dashboard.people.returned'),
      kind: 'number',
      firstSort: 'down',
      render: (person) => <Returned {...person} to={link(person, returnedFilter)} />,
    },
    {
      key: 'median',
      label: t('dashboard.people.median'),
      hint: t('dashboard.people.medianHint'),
      kind: 'number',
      isExtra: true,
      render: ({ medianMinutes }) =>
        medianMinutes === null ? (
          <Blank />
        ) : (
          t('dashboard.people.minutes', { count: formatNumber(medianMinutes) })
        ),
    },
    {
      key: 'active',
      label: t('dashboard.people.active'),
      hint: t('dashboard.people.activeHint'),
      firstSort: 'down',
      render: ({ active }) => (
        <Status tone={active ? 'good' : 'off'}>
          <span className="active-word">{active ? t('common.values.true') : t('common.values.false')}</span>
        </Status>
      ),
    },
  ]
}

/** Table of enumerators or supervisors, sorted and paged by the server: there may be thousands. */
export const People = (props: PeopleProps) => {
  const { people, view, onView } = props
  return (
    <section className="panel people">
      <div className="panel-head">
        <h2>{t(`dashboard.people.${view.people}`)}</h2>
        <div className="switch" role="group" aria-label={t('dashboard.people.kind')}>
          {kinds.map((kind) => (
            <button
              key={kind}
              type="button"
              aria-pressed={kind === view.people}
              onClick={() => onView({ ...view, people: kind, offset: 0 })}
            >
              {t(`dashboard.people.${kind}`)}
            </button>
          ))}
        </div>
      </div>
      {people.count === 0 ? (
        <p className="panel-note">{t('dashboard.people.none')}</p>
      ) : (
        <>
          <p className="panel-note">
            {t('dashboard.people.activeOf', {
              active: formatNumber(people.active),
              count: formatNumber(people.count),
            })}
          </p>
          <FigureTable
            label={t(`dashboard.people.${view.people}`)}
            columns={columnsOf(props)}
            rows={people.rows}
            rowKey={({ name }) => name}
            order={sortedColumn(view.orderBy)}
            onOrder={({ column, descending }) => onView(sortPeople(view, column, descending))}
          />
          {people.count > peoplePerPage && (
            <PageTurner
              offset={view.offset}
              shown={people.rows.length}
              count={people.count}
              pageSize={peoplePerPage}
              texts={{
                page: (range) => t('dashboard.people.page', range),
                previous: t('dashboard.people.previous'),
                next: t('dashboard.people.next'),
              }}
              onTurn={(offset) => onView({ ...view, offset })}
            />
          )}
        </>
      )}
    </section>
  )
}
