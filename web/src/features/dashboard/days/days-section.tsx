import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'
import { useId, useMemo, useRef, useState } from 'react'

import { t } from '#platform/i18n.ts'
import { formatDates, formatNumber } from '#platform/time.ts'

import { ChartPanel } from '../chart-panel.tsx'
import { FigureTable } from '../figure-table.tsx'
import { Figure } from '../figure.tsx'
import { doneFilter } from '../links.ts'
import type { LinkTo } from '../links.ts'
import type { LegendEntry } from '../save-picture.ts'
import { useWidth } from '../use-width.ts'
import { DaysChart } from './days-chart.tsx'
import { formatPeriod } from './format-period.ts'
import { findFieldworkStart, periodsOf, unitFor } from './periods.ts'
import type { Period, Unit } from './periods.ts'

import './days.css'

interface DaysSectionProps {
  figures: Pick<Dashboard, 'days' | 'today'>
  /** Describes the data in the saved picture. */
  scope: string
  dates: readonly string[] | undefined
  linkTo: LinkTo
}

/** Minimum width of a bar: narrower bars are hard to distinguish and to hit. */
const minBarPx = 5

const datesOf = ({ from, to }: Period) => ({ surveyDateRange: [from, to] })

interface StrayDaysProps {
  when: 'earlier' | 'later'
  days: Dashboard['days']
  linkTo: LinkTo
}

/**
 * Counts the responses with implausible dates, which would stretch the axis of the chart. Links to them, so
 * that users can correct the dates.
 */
const StrayDays = ({ when, days, linkTo }: StrayDaysProps) => {
  const count = days.reduce((sum, day) => sum + day.count, 0)
  if (count === 0) return null
  const range = when === 'later' ? [days[0]?.date ?? '', ''] : ['', days.at(-1)?.date ?? '']
  return (
    <p className="panel-note">
      <Figure to={linkTo({ surveyDateRange: range })}>
        {t(`dashboard.days.${when}`, { count: formatNumber(count) })}
      </Figure>
    </p>
  )
}

interface TableProps {
  periods: readonly Period[]
  unit: Unit
  linkTo: LinkTo
}

const DaysTable = ({ periods, unit, linkTo }: TableProps) => (
  <FigureTable
    label={t(`dashboard.days.title.${unit}`)}
    columns={[
      { key: 'from', label: t(`dashboard.days.unit.${unit}`), render: formatPeriod },
      {
        key: 'count',
        label: t('dashboard.days.responses'),
        kind: 'number',
        render: (period) => (
          <Figure to={period.count > 0 ? linkTo(datesOf(period)) : undefined}>
            {formatNumber(period.count)}
          </Figure>
        ),
      },
      {
        key: 'done',
        label: t('dashboard.days.done'),
        kind: 'number',
        render: (period) => (
          <Figure to={period.done > 0 ? linkTo({ ...doneFilter, ...datesOf(period) }) : undefined}>
            {formatNumber(period.done)}
          </Figure>
        ),
      },
      ...(periods.some(({ expected }) => expected !== null)
        ? [
            {
              key: 'expected',
              label: t('dashboard.days.expected'),
              kind: 'number' as const,
              render: ({ expected }: Period) => (expected === null ? '' : formatNumber(expected)),
            },
          ]
        : []),
    ]}
    rows={periods.toReversed()}
    rowKey={({ from }) => from}
  />
)

const summaryOf = (periods: readonly Period[]): string => {
  const peak = periods.reduce((one, other) => (other.count > one.count ? other : one))
  return t('dashboard.days.summary', {
    period: formatDates(periods[0]?.from ?? peak.from, periods.at(-1)?.to ?? peak.to),
    count: formatNumber(periods.reduce((sum, { count }) => sum + count, 0)),
    most: formatNumber(peak.count),
    day: formatDates(peak.from, peak.to),
  })
}

/** Leaves out the entries of marks that the chart does not contain. */
const legendOf = (periods: readonly Period[]): LegendEntry[] => [
  { mark: 'days-done', text: t('dashboard.days.done') },
  ...(periods.some(({ count, done: doneCount }) => count > doneCount)
    ? [{ mark: 'days-others', text: t('dashboard.days.others') }]
    : []),
  ...(periods.some(({ expected }) => expected !== null)
    ? [{ mark: 'days-expected', text: t('dashboard.days.expected') }]
    : []),
]

const Legend = ({ keys }: { keys: readonly LegendEntry[] }) => (
  <ul className="days-legend">
    {keys.map(({ mark, text }) => (
      <li key={mark} className={`key-${mark}`}>
        {text}
      </li>
    ))}
  </ul>
)

/**
 * Shows responses per day against the plan; per week, month or year if the bars of days would be too narrow.
 */
export const DaysSection = ({ figures, scope, dates, linkTo }: DaysSectionProps) => {
  const { days, today } = figures
  const summary = useId()
  const drawing = useRef<SVGSVGElement>(null)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const width = useWidth(container)
  const until = dates?.[1] || today
  const from = dates?.[0]
  const { unit, periods, earlier, later } = useMemo(() => {
    const pastDays = days.filter(({ date }) => date <= until)
    const startIndex = from ? 0 : findFieldworkStart(pastDays)
    const shownDays = pastDays.slice(startIndex)
    const fittingUnit = unitFor(shownDays, width / minBarPx)
    return {
      unit: fittingUnit,
      periods: periodsOf(shownDays, fittingUnit),
      earlier: pastDays.slice(0, startIndex),
      later: days.slice(pastDays.length),
    }
  }, [days, from, until, width])
  const strays = (
    <>
      <StrayDays when="earlier" days={earlier} linkTo={linkTo} />
      <StrayDays when="later" days={later} linkTo={linkTo} />
    </>
  )
  if (periods.length === 0) return later.length > 0 && <section className="panel">{strays}</section>
  const legend = legendOf(periods)
  return (
    <ChartPanel
      title={t(`dashboard.days.title.${unit}`)}
      subtitle={scope}
      legend={legend}
      fileName="responses-per-day"
      drawing={drawing}
      table={<DaysTable periods={periods} unit={unit} linkTo={linkTo} />}
      note={strays}
    >
      <div ref={setContainer}>
        <p id={summary} className="unseen">
          {summaryOf(periods)}
        </p>
        <DaysChart
          ref={drawing}
          periods={periods}
          unit={unit}
          width={width}
          linkTo={(period) => linkTo(datesOf(period))}
          describedBy={summary}
          legend={<Legend keys={legend} />}
        />
      </div>
    </ChartPanel>
  )
}
