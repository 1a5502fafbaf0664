import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'
import { doneStatuses, waitingStatuses } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import type { ReactNode } from 'react'

import { t } from '#platform/i18n.ts'
import { formatDates, formatNumber } from '#platform/time.ts'

import { daysBetween } from './days/periods.ts'
import { Figure } from './figure.tsx'
import { doneFilter, returnedFilter, waitingFilter } from './links.ts'
import type { LinkTo } from './links.ts'
import { Balance, Bar } from './progress.tsx'
import { TargetsEntry } from './targets-entry.tsx'

import './figures-row.css'

const sumOf = (statuses: Dashboard['statuses'], countedStatuses: readonly ResponseStatus[]): number =>
  countedStatuses.reduce((sum, status) => sum + statuses[status], 0)

interface TileProps {
  label: string
  value: string
  to: string | undefined
}

const TileFigure = ({ label, value, to }: TileProps) => (
  <Figure to={to} className="tile-figure">
    <span className="tile-label">{label}</span> <span className="tile-value">{value}</span>
  </Figure>
)

const Tile = ({ children, ...figure }: TileProps & { children?: ReactNode }) => (
  <li className="tile">
    <TileFigure {...figure} />
    {children}
  </li>
)

const Note = ({ children }: { children: ReactNode }) => <span className="tile-note">{children}</span>

type Plan = NonNullable<Dashboard['plan']>

const forecastText = ({ done: count, target, forecastEnd, to }: Plan, today: string): string => {
  if (count >= target) return t('dashboard.figures.reached')
  const plannedEnd = formatDates(to)
  if (forecastEnd === null) return t('dashboard.figures.noPace', { planned: plannedEnd })
  const date = formatDates(forecastEnd)
  const daysLeft = daysBetween(today, to)
  if (forecastEnd <= to || daysLeft < 1) return t('dashboard.figures.forecast', { date, planned: plannedEnd })
  const neededPerDay = formatNumber(Math.ceil((target - count) / daysLeft))
  return t('dashboard.figures.late', { date, planned: plannedEnd, needed: neededPerDay })
}

interface RowProps {
  figures: Dashboard
  /** The selected survey, or the only one. */
  survey: Dashboard['surveys'][number] | undefined
  /** Whether a date range is selected. */
  inRange: boolean
  linkTo: LinkTo
}

/** Within a date range, compares with the number expected in that range instead of the whole target. */
const PlanFigures = ({ plan, figures, inRange, linkTo }: RowProps & { plan: Plan }) => {
  const target = inRange ? plan.expected : plan.target
  const expected = formatNumber(plan.expected)
  // If some surveys have no plan, no list filter matches exactly the counted responses.
  const isComplete = plan.done === sumOf(figures.statuses, doneStatuses)
  return (
    <>
      <TileFigure
        label={t('dashboard.figures.done')}
        value={t('dashboard.figures.ofTarget', {
          done: formatNumber(plan.done),
          target: formatNumber(target),
        })}
        to={isComplete ? linkTo(doneFilter) : undefined}
      />
      <Bar part={plan.done} total={target} {...(!inRange && { mark: plan.expected })} />
      <Note>
        <Balance {...plan} /> ·{' '}
        {inRange
          ? t('dashboard.figures.expectedRange', { expected })
          : t('dashboard.figures.expected', { expected })}
      </Note>
      {!inRange && <Note>{forecastText(plan, figures.today)}</Note>}
    </>
  )
}

const CountFigures = ({ figures, linkTo }: RowProps) => (
  <>
    <TileFigure label={t('dashboard.figures.responses')} value={formatNumber(figures.count)} to={linkTo()} />
    <Note>
      <Figure to={linkTo(doneFilter)}>
        {t('dashboard.figures.doneOf', { count: formatNumber(sumOf(figures.statuses, doneStatuses)) })}
      </Figure>
    </Note>
  </>
)

/** Key figures: progress, responses of today, responses that wait for review, and returned responses. */
export const FiguresRow = (props: RowProps) => {
  const { figures, inRange, linkTo } = props
  const { plan } = figures
  const expectedToday = figures.days.find(({ date }) => date === figures.today)?.expected ?? undefined
  const hasPlan = plan !== null && (!inRange || plan.expected > 0)
  return (
    <section aria-label={t('dashboard.figures.title')}>
      <ul className="tiles">
        <li className="tile">
          {hasPlan ? <PlanFigures {...props} plan={plan} /> : <CountFigures {...props} />}
          <TargetsEntry figures={figures} survey={props.survey} />
        </li>
        <Tile
          label={t('dashboard.figures.today')}
          value={formatNumber(figures.countToday)}
          to={linkTo({ surveyDateRange: [figures.today, figures.today] })}
        >
          {expectedToday !== undefined && (
            <Note>
              {t('dashboard.figures.expectedToday', { expected: formatNumber(Math.round(expectedToday)) })}
            </Note>
          )}
        </Tile>
        <Tile
          label={t('dashboard.figures.waiting')}
          value={formatNumber(sumOf(figures.statuses, waitingStatuses))}
          to={linkTo(waitingFilter)}
        >
          <Note>{t('dashboard.figures.waitingHint')}</Note>
        </Tile>
        <Tile
          label={t('dashboard.figures.returned')}
          value={formatNumber(figures.statuses.returned)}
          to={linkTo(returnedFilter)}
        >
          <Note>{t('dashboard.figures.returnedHint')}</Note>
        </Tile>
      </ul>
    </section>
  )
}
