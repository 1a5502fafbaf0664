import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'
import { Button } from 'antd'
import { useState } from 'react'

import { chosenLanguage, t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { FigureTable } from './figure-table.tsx'
import type { FigureColumn, Order } from './figure-table.tsx'
import { Figure, Name } from './figure.tsx'
import { done, returned } from './links.ts'
import type { LinkTo } from './links.ts'
import { Balance, Bar } from './progress.tsx'
import { Returned } from './returned.tsx'
import { ScrollRegion } from './scroll-region.tsx'

type District = Dashboard['districts'][number]

const fewest = 10

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
export const withoutEmptyRest = (districts: readonly District[], hasPlan: boolean): readonly District[] =>
  districts.filter(
    ({ name, count, done: finished, returned: back }) =>
      name !== null || back > 0 || (hasPlan ? finished : count) > 0,
  )

/** Sorts by the given column, and by name if values are equal. */
export const sortDistricts = (districts: readonly District[], { column, descending }: Order): District[] => {
  const value = values[column] ?? nameOf
  const way = descending ? -1 : 1
  return districts.toSorted(
    (one, other) => way * compare(value(one), value(other)) || compare(nameOf(one), nameOf(other)),
  )
}

const columnsOf = (
  districts: readonly District[],
  { hasPlan, inRange, linkTo }: { hasPlan: boolean; inRange: boolean; linkTo: LinkTo },
): FigureColumn<District>[] => {
  const most = Math.max(...districts.map(({ count }) => count))
  // The list cannot filter responses without a district.
  const link: (district: District, filter?: Parameters<LinkTo>[0]) => string | undefined = (
    { name },
    filter,
  ) => (name === null ? undefined : linkTo({ districtName: [name], ...filter }))
  const progress: FigureColumn<District> = {
    key: 'done',
    label: t('dashboard.districts.progress'),
    kind: 'bar',
    sorts: 'down',
    render: (district) => {
      const { plan } = district
      if (!plan) return <Figure to={link(district, done)}>{formatNumber(district.done)}</Figure>
      const whole = inRange ? plan.expected : plan.target
      const words = t('dashboard.figures.ofTarget', {
        done: formatNumber(plan.done),
        target: formatNumber(whole),
      })
      return (
        <>
          <Figure to={plan.done === district.done ? link(district, done) : undefined}>{words}</Figure>
          <Bar part={plan.done} whole={whole} {...(!inRange && { mark: plan.expected })} />
        </>
      )
    },
  }
  const balance: FigureColumn<District> = {
    key: 'balance',
    label: t('dashboard.districts.balance'),
    sorts: 'up',
    render: ({ plan }) => plan && <Balance {...plan} />,
  }
  const count: FigureColumn<District> = {
    key: 'count',
    label: t('dashboard.districts.responses'),
    kind: 'bar',
    sorts: 'down',
    render: (district) => (
      <>
        <Figure to={link(district)}>{formatNumber(district.count)}</Figure>
        <Bar part={district.count} whole={most} />
      </>
    ),
  }
  return [
    {
      key: 'name',
      label: t('dashboard.districts.name'),
      kind: 'name',
      sorts: 'up',
      render: (district) => <Name to={link(district)}>{nameOf(district)}</Name>,
    },
    ...(hasPlan ? [progress, balance] : [count]),
    {
      key: 'returned',
      label: t('dashboard.districts.returned'),
      kind: 'number',
      isExtra: true,
      sorts: 'down',
      render: (district) => <Returned {...district} to={link(district, returned)} />,
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
  const districts = withoutEmptyRest(all, hasPlan)
  const [chosen, setChosen] = useState<Order>()
  const [isWhole, setWhole] = useState(false)
  const order =
    chosen ?? (hasPlan ? { column: 'balance', descending: false } : { column: 'count', descending: true })
  const sorted = sortDistricts(districts, order)
  const title = t('dashboard.districts.title')
  const table = (
    <FigureTable
      label={title}
      columns={columnsOf(districts, { hasPlan, inRange, linkTo })}
      rows={isWhole ? sorted : sorted.slice(0, fewest)}
      rowKey={({ name }) => name ?? ''}
      order={order}
      onOrder={setChosen}
    />
  )
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>{title}</h2>
      </div>
      {isWhole ? (
        <ScrollRegion label={title} isTall>
          {table}
        </ScrollRegion>
      ) : (
        table
      )}
      {districts.length > fewest && (
        <Button type="link" className="panel-more" onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? t('dashboard.districts.showFewer')
            : t('dashboard.districts.showAll', { count: formatNumber(districts.length) })}
        </Button>
      )}
    </section>
  )
}
