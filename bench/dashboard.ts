import { setTimeout as sleep } from 'node:timers/promises'

import { shifted } from '../api/src/features/dashboard/calendar.ts'
import { foldCounts } from '../api/src/features/survey-responses/counts-job.ts'
import type { Dashboard } from '../contract/src/dashboard/contract.ts'
import { interviews } from './intake.ts'
import { percentile } from './report.ts'
import type { Report } from './report.ts'
import type { World } from './world.ts'

const part = 'The dashboard'

type Range = readonly [string | undefined, string | undefined]
const ask = async ({ call }: World, [from, to]: Range = [undefined, undefined], more = '') => {
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
    const to = shifted(today, -Math.floor(Math.random() * (731 - days)))
    if (n % 7 === 6) return [shifted(to, -days), undefined]
    return [shifted(to, 1 - days), to]
  })

const peopleViews = [
  '',
  'people=supervisors',
  'orderBy=returned_DESC',
  'orderBy=name_ASC&offset=100',
  'orderBy=active_ASC',
]

const timed = async (world: World, asked: readonly { range: Range; more: string }[]): Promise<number[]> => {
  const taken: number[] = []
  for (const { range, more } of asked) taken.push((await ask(world, range, more)).ms)
  return taken
}

/** Counts the differences between the dashboard and the responses, which are counted by separate queries. */
const differences = async (world: World, [from, to]: Range): Promise<number> => {
  await foldCounts(world.db)
  const { body } = await ask(world, [from, to])
  const where = [
    'true',
    ...(from ? [`survey_date >= '${from}'`] : []),
    ...(to ? [`survey_date <= '${to}'`] : []),
  ].join(' and ')
  const figures = `count(*)::int count,
    (count(*) filter (where status in ('submitted', 'resubmitted', 'onHold', 'verified', 'approved')))::int done,
    (count(*) filter (where status = 'returned'))::int returned`
  const truth = async (key: string, of = figures, also = 'true') => {
    const { rows } = await world.owner.query<Record<string, unknown>>(
      `select ${key} as key, ${of} from survey_responses where ${where} and ${also} group by 1`,
    )
    return new Map(rows.map(({ key: name, ...counted }) => [String(name), JSON.stringify(counted)]))
  }
  let wrong = 0
  const compare = (told: readonly (readonly [string, object])[], counted: ReadonlyMap<string, string>) => {
    wrong += told.filter(([name, figure]) => counted.get(name) !== JSON.stringify(figure)).length
    wrong += counted.size === told.length ? 0 : 1
  }
  const groups = (some: Dashboard['villageTypes']) =>
    some.flatMap(({ name, count, done, returned }) =>
      count > 0 ? [[String(name), { count, done, returned }] as const] : [],
    )
  compare(
    Object.entries(body.statuses).flatMap(([status, n]) => (n > 0 ? [[status, { n }] as const] : [])),
    await truth('status', 'count(*)::int n'),
  )
  compare(
    body.days.flatMap(({ date, count, done }) => (count > 0 ? [[date, { count, done }] as const] : [])),
    await truth(
      'survey_date::text',
      figures.slice(0, figures.lastIndexOf(',')).trimEnd(),
      'survey_date is not null',
    ),
  )
  compare(groups(body.districts), await truth('district_name'))
  compare(groups(body.villageTypes), await truth('village_type'))
  compare(groups(body.villageCategories), await truth('village_category'))
  const names = body.people.rows.map(({ name }) => `'${name.replaceAll("'", "''")}'`).join(', ')
  const median = `percentile_disc(0.5) within group (order by floor(extract(epoch from end_time - start_time) / 60)::int)
    filter (where end_time >= start_time) "medianMinutes"`
  compare(
    body.people.rows.map(({ name, count, done, returned, medianMinutes }) => [
      name,
      { count, done, returned, medianMinutes },
    ]),
    await truth('investigator_name', `${figures}, ${median}`, `investigator_name in (${names})`),
  )
  return wrong
}

/** Milliseconds until an open dashboard shows a new response. The screen polls every five seconds. */
const untilSeen = async (world: World): Promise<number> => {
  const next = await interviews(world)
  const before = (await ask(world)).body.count
  const began = performance.now()
  await world.call('/survey-responses', { method: 'POST', body: { data: next() } })
  while ((await ask(world)).body.count === before) {
    if (performance.now() - began > 60_000) throw new Error('a new response did not appear within 60 s')
    await sleep(100)
  }
  return performance.now() - began + 5_000
}

export const dashboard = async (world: World, report: Report, times: number): Promise<void> => {
  const { today } = (await ask(world)).body
  const views = (ranges: readonly Range[]) =>
    ranges.map((range, n) => ({ range, more: peopleViews[n % peopleViews.length] ?? '' }))
  const told = (what: string, most: number, taken: readonly number[]) =>
    report.tell({
      part,
      what,
      value: percentile(taken, 0.95),
      unit: 'ms',
      most,
      note: `median ${percentile(taken, 0.5).toFixed(1)}, worst ${Math.max(...taken).toFixed(1)}`,
    })
  const always: Range = [undefined, undefined]
  await timed(world, views([always, always, always, always, always]))
  told('all responses, p95', 100, await timed(world, views(Array.from({ length: times }, () => always))))
  told('a range of dates, p95', 500, await timed(world, views(rangesUpTo(today, times))))
  const year: Range = [shifted(today, -400), shifted(today, -35)]
  for (const [what, range] of [
    ['all responses', always],
    ['a year', year],
  ] as const)
    report.tell({
      part,
      what: `figures of ${what} that differ from a recount`,
      value: await differences(world, range),
      unit: 'wrong',
      most: 0,
    })
  const seen: number[] = []
  for (let n = 0; n < Math.min(times, 8); n += 1) seen.push(await untilSeen(world))
  report.tell({
    part,
    what: 'until a new response is seen on an open screen, at most',
    value: Math.max(...seen),
    unit: 'ms',
    most: 10_000,
  })
}
