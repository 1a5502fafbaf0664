import { setTimeout as sleep } from 'node:timers/promises'

import { addDays } from '../api/src/features/dashboard/calendar.ts'
import { foldCounts } from '../api/src/features/survey-responses/counts/counts-job.ts'
import type { Dashboard } from '../contract/src/dashboard/contract.ts'
import type { BenchStack } from './bench-stack.ts'
import { prepareInterviews } from './intake.ts'
import { percentile } from './report.ts'
import type { Report } from './report.ts'

const part = 'The dashboard'

type Range = readonly [string | undefined, string | undefined]
const fetchDashboard = async (
  { call }: BenchStack,
  [from, to]: Range = [undefined, undefined],
  more = '',
) => {
  const range = from || to ? `surveyDateRange[]=${from ?? ''}&surveyDateRange[]=${to ?? ''}&` : ''
  const { status, text, ms } = await call(`/dashboard/all?${range}${more}`)
  if (status !== 200) throw new Error(`the dashboard returned status ${String(status)}`)
  return { body: JSON.parse(text) as Dashboard, ms } // the API contract guarantees this shape
}

/**
 * Returns ranges of a day, a week, a month, a quarter, a year and two years that end on random days; some are
 * open.
 */
const rangesUpTo = (today: string, times: number): Range[] =>
  Array.from({ length: times }, (_, n) => {
    const days = [1, 7, 30, 91, 365, 729][n % 6] ?? 1
    const to = addDays(today, -Math.floor(Math.random() * (731 - days)))
    if (n % 7 === 6) return [addDays(to, -days), undefined]
    return [addDays(to, 1 - days), to]
  })

const peopleViews = [
  '',
  'people=supervisors',
  'orderBy=returned_DESC',
  'orderBy=name_ASC&offset=100',
  'orderBy=active_ASC',
]

const measureAll = async (
  bench: BenchStack,
  views: readonly { range: Range; more: string }[],
): Promise<number[]> => {
  const durations: number[] = []
  for (const { range, more } of views) durations.push((await fetchDashboard(bench, range, more)).ms)
  return durations
}

/** Counts the differences between the dashboard and the responses, which are counted by separate queries. */
const countDifferences = async (bench: BenchStack, [from, to]: Range): Promise<number> => {
  await foldCounts(bench.db)
  const { body } = await fetchDashboard(bench, [from, to])
  const where = [
    'true',
    ...(from ? [`survey_date >= '${from}'`] : []),
    ...(to ? [`survey_date <= '${to}'`] : []),
  ].join(' and ')
  const figures = `count(*)::int count,
    (count(*) filter (where status in ('submitted', 'resubmitted', 'onHold', 'verified', 'approved')))::int done,
    (count(*) filter (where status = 'returned'))::int returned`
  const countResponses = async (key: string, aggregates = figures, condition = 'true') => {
    const { rows } = await bench.owner.query<Record<string, unknown>>(
      `select ${key} as key, ${aggregates} from survey_responses where ${where} and ${condition} group by 1`,
    )
    return new Map(rows.map(({ key: name, ...counted }) => [String(name), JSON.stringify(counted)]))
  }
  let wrongCount = 0
  const compare = (
    reported: readonly (readonly [string, object])[],
    counted: ReadonlyMap<string, string>,
  ) => {
    wrongCount += reported.filter(([name, figure]) => counted.get(name) !== JSON.stringify(figure)).length
    wrongCount += counted.size === reported.length ? 0 : 1
  }
  const groups = (entries: Dashboard['villageTypes']) =>
    entries.flatMap(({ name, count, done, returned }) =>
      count > 0 ? [[String(name), { count, done, returned }] as const] : [],
    )
  compare(
    Object.entries(body.statuses).flatMap(([status, n]) => (n > 0 ? [[status, { n }] as const] : [])),
    await countResponses('status', 'count(*)::int n'),
  )
  compare(
    body.days.flatMap(({ date, count, done }) => (count > 0 ? [[date, { count, done }] as const] : [])),
    await countResponses(
      'survey_date::text',
      figures.slice(0, figures.lastIndexOf(',')).trimEnd(),
      'survey_date is not null',
    ),
  )
  compare(groups(body.districts), await countResponses('district_name'))
  compare(groups(body.villageTypes), await countResponses('village_type'))
  compare(groups(body.villageCategories), await countResponses('village_category'))
  const names = body.people.rows.map(({ name }) => `'${name.replaceAll("'", "''")}'`).join(', ')
  const median = `percentile_disc(0.5) within group (order by floor(extract(epoch from end_time - start_time) / 60)::int)
    filter (where end_time >= start_time) "medianMinutes"`
  compare(
    body.people.rows.map(({ name, count, done, returned, medianMinutes }) => [
      name,
      { count, done, returned, medianMinutes },
    ]),
    await countResponses('investigator_name', `${figures}, ${median}`, `investigator_name in (${names})`),
  )
  return wrongCount
}

/** Milliseconds until an open dashboard shows a new response. The screen polls every five seconds. */
const measureVisibility = async (bench: BenchStack): Promise<number> => {
  const next = await prepareInterviews(bench)
  const before = (await fetchDashboard(bench)).body.count
  const startedAt = performance.now()
  await bench.call('/survey-responses', { method: 'POST', body: { data: next() } })
  while ((await fetchDashboard(bench)).body.count === before) {
    if (performance.now() - startedAt > 60_000) throw new Error('a new response did not appear within 60 s')
    await sleep(100)
  }
  return performance.now() - startedAt + 5_000
}

export const dashboard = async (bench: BenchStack, report: Report, times: number): Promise<void> => {
  const { today } = (await fetchDashboard(bench)).body
  const toViews = (ranges: readonly Range[]) =>
    ranges.map((range, n) => ({ range, more: peopleViews[n % peopleViews.length] ?? '' }))
  const reportDurations = (what: string, row: string, most: number, durations: readonly number[]) =>
    report.add({
      part,
      what,
      row,
      value: percentile(durations, 0.95),
      unit: 'ms',
      most,
      note: `median ${percentile(durations, 0.5).toFixed(1)}, worst ${Math.max(...durations).toFixed(1)}`,
    })
  const allDays: Range = [undefined, undefined]
  await measureAll(bench, toViews([allDays, allDays, allDays, allDays, allDays]))
  reportDurations(
    'all responses, p95',
    'dashboard.all',
    100,
    await measureAll(bench, toViews(Array.from({ length: times }, () => allDays))),
  )
  reportDurations(
    'a range of dates, p95',
    'dashboard.range',
    500,
    await measureAll(bench, toViews(rangesUpTo(today, times))),
  )
  const year: Range = [addDays(today, -400), addDays(today, -35)]
  for (const [what, range] of [
    ['all responses', allDays],
    ['a year', year],
  ] as const)
    report.add({
      part,
      what: `figures of ${what} that differ from a recount`,
      value: await countDifferences(bench, range),
      unit: 'wrong',
      most: 0,
      row: 'dashboard.wrong',
    })
  const delays: number[] = []
  for (let n = 0; n < Math.min(times, 8); n += 1) delays.push(await measureVisibility(bench))
  report.add({
    part,
    what: 'until a new response is seen on an open screen, at most',
    value: Math.max(...delays),
    unit: 'ms',
    most: 10_000,
    row: 'dashboard.delay',
    cases: delays.length,
  })
}
