import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'
import { Button } from 'antd'
import { useState } from 'react'

import { chosenLanguage, t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { FigureTable } from './figure-table.tsx'
import type { FigureColumn, Order } from './figure-table.tsx'
import { Figure, Name } from './figure.tsx'
import { doneFilter, returnedFilter } from './links.ts'
import type { LinkTo } from './links.ts'
import { Balance, Bar } from './progress.tsx'
import { Returned } from './returned.tsx'
import { ScrollRegion } from './scroll-region.tsx'

type District = Dashboard['districts'][number]

const maxCollapsedRows = 10

const nameOf = ({ name }: District): string => name ?? t('dashboard.districts.none')
const balanceOf = ({ plan }: District): number =>
  plan ? plan.done - plan.expected : Number.POSITIVE_INFINITY

const values: Record<string, (district: District) => number | string> = {
  name: nameOf,
  count: ({ count }) => count,
  done: ({ done: count, plan }) => (plan ? plan.done : count),
  balance: balanceOf,
  returned: ({ returned: count }) => count,
}

const compare = (one: number | string, other: number | string): number =>
  typeof one === 'string' || typeof other === 'string'
    ? String(one).localeCompare(String(other), chosenLanguage())
    : one === other
      ? 0
      : one - other

/**
 * Leaves out the row without a district if all its figures would be 0. With a plan, the table shows done
 * responses, and the responses without a district may all be in progress.
 */
export const omitEmptyRest = (districts: readonly District[], hasPlan: boolean): readonly District[] =>
  districts.filter(
    ({ name, count, done: doneCount, returned: returnedCount }) =>
      name !== null || returnedCount > 0 || (hasPlan ? doneCount : count) > 0,
  )

/** Sorts by the given column, and by name if values are equal. */
export const sortDistricts = (districts: readonly District[], { column, descending }: Order): District[] => {
  const value = values[column] ?? nameOf
  const direction = descending ? -1 : 1
  return districts.toSorted(
    (one, other) => direction * compare(value(one), value(other)) || compare(nameOf(one), nameOf(other)),
  )
}

const columnsOf = (
  districts: readonly District[],
  { hasPlan, inRange, linkTo }: { hasPlan: boolean; inRange: boolean; linkTo: LinkTo },
): FigureColumn<District>[] => {
  const maxCount = Math.max(...districts.map(({ count }) => count))
  // The list cannot filter responses without a district.
  const link: (district: District, filter?: Parameters<LinkTo>[0]) => string | undefined = (
    { name },
    filter,
  ) => (name === null ? undefined : linkTo({ districtName: [name], ...filter }))
  const progress: FigureColumn<District> = {
    key: 'done',
    label: t('dashboard.districts.progress'),
    kind: 'bar',
    firstSort: 'down',
    render: (district) => {
      const { plan } = district
      if (!plan) return <Figure to={link(district, doneFilter)}>{formatNumber(district.done)}</Figure>
      const target = inRange ? plan.expected : plan.target
      const progressText = t('dashboard.figures.ofTarget', {
        done: formatNumber(plan.done),
        target: formatNumber(target),
      })
      return (
        <>
          <Figure to={plan.done === district.done ? link(district, doneFilter) : undefined}>
            {progressText}
          </Figure>
          <Bar part={plan.done} total={target} {...(!inRange && { mark: plan.expected })} />
        </>
      )
    },
  }
  const balance: FigureColumn<District> = {
    key: 'balance',
    label: t('dashboard.districts.balance'),
    firstSort: 'up',
    render: ({ plan }) => plan && <Balance {...plan} />,
  }
  const count: FigureColumn<District> = {
    key: 'count',
    label: t('dashboard.districts.responses'),
    kind: 'bar',
    firstSort: 'down',
    render: (district) => (
      <>
        <Figure to={link(district)}>{formatNumber(district.count)}</Figure>
        <Bar part={district.count} total={maxCount} />
      </>
    ),
  }
  return [
    {
      key: 'name',
      label: t('dashboard.districts.name'),
      kind: 'name',
      firstSort: 'up',
      render: (district) => <Name to={link(district)}>{nameOf(district)}</Name>,
    },
    ...(hasPlan ? [progress, balance] : [count]),
    {
      key: 'returned',
      label: t('dashboard.districts.returned'),
      kind: 'number',
      isExtra: true,
      firstSort: 'down',
      render: (district) => <Returned {...district} to={link(district, returnedFilter)} />,
    },
  ]
}

interface DistrictsProps {
  districts: readonly District[]
  /** Whether a date range is selected. */
  inRange: boolean
  linkTo: LinkTo
}

/** Table of districts, furthest behind their plan first; without a plan, most responses first. */
export const Districts = ({ districts: all, inRange, linkTo }: DistrictsProps) => {
  const hasPlan = all.some(({ plan }) => plan !== null && (!inRange || plan.expected > 0))
  const districts = omitEmptyRest(all, hasPlan)
  const [chosenOrder, setChosenOrder] = useState<Order>()
  const [showsAll, setShowsAll] = useState(false)
  const order =
    chosenOrder ??
    (hasPlan ? { column: 'balance', descending: false } : { column: 'count', descending: true })
  const sortedDistricts = sortDistricts(districts, order)
  const title = t('dashboard.districts.title')
  const table = (
    <FigureTable
      label={title}
      columns={columnsOf(districts, { hasPlan, inRange, linkTo })}
      rows={showsAll ? sortedDistricts : sortedDistricts.slice(0, maxCollapsedRows)}
      rowKey={({ name }) => name ?? ''}
      order={order}
      onOrder={setChosenOrder}
    />
  )
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>{title}</h2>
      </div>
      {showsAll ? (
        <ScrollRegion label={title} isTall>
          {table}
        </ScrollRegion>
      ) : (
        table
      )}
      {districts.length > maxCollapsedRows && (
        <Button type="link" className="panel-more" onClick={() => setShowsAll(!showsAll)}>
          {showsAll
            ? t('dashboard.districts.showFewer')
            : t('dashboard.districts.showAll', { count: formatNumber(districts.length) })}
        </Button>
      )}
    </section>
  )
}
