import { addDays, windowDays } from '@baseline/contract/checks/enumerator-work.ts'
import type { EnumeratorWork, NumberFigures } from '@baseline/contract/checks/enumerator-work.ts'
import { ratesOf } from '@baseline/contract/checks/response-figures.ts'
import type { Rates } from '@baseline/contract/checks/response-figures.ts'
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'

import type { Scope } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { all } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'
import { canAnswer, inScope } from '#platform/database/scoped-tables.ts'

import { lastDigit, valueSums } from './digits.ts'
import { countColumns, ratesIn } from './enumerator-facts.ts'

/** The work of an enumerator in a district on a day. */
export type DayRow = Omit<Selectable<Schema['enumerator_days']>, 'survey_id'>

/** Selects the interviews of a survey that the reader may see, of one person or of all. */
export interface WorkFilter {
  surveyId: string
  scope: Scope
  investigator?: string
}

const counts = sql.join(countColumns.map((name) => sql.ref(name)))

const ofPerson = ({ surveyId, investigator }: WorkFilter): RawBuilder<boolean> =>
  all(
    sql<boolean>`survey_id = ${surveyId}`,
    investigator === undefined ? undefined : sql<boolean>`investigator = ${investigator}`,
  )

/** The interviews themselves, if the rollups cannot be limited to the scope. */
const visibleFacts = (filter: WorkFilter): RawBuilder<boolean> =>
  all(
    ofPerson(filter),
    sql<boolean>`response_id in (
      select id from survey_responses
      where ${all(sql<boolean>`survey_id = ${filter.surveyId}`, inScope('survey_responses', filter.scope))})`,
  )

/** Returns the last day with interviews, at most today; undefined without any. */
export const findLastDay = async (db: Db, filter: WorkFilter, today: string): Promise<string | undefined> => {
  const [table, condition] = canAnswer('enumerator_days', filter.scope)
    ? ['enumerator_days', all(ofPerson(filter), inScope('enumerator_days', filter.scope))]
    : ['enumerator_facts', visibleFacts(filter)]
  const { rows } = await sql<{ day: string | null }>`
    select max(day) as day from ${sql.table(table)} where ${condition} and day <= ${today}`.execute(db)
  return rows[0]?.day ?? undefined
}

/** Reads the days of enumerators, both ends inclusive. */
export const readDays = async (
  db: Db,
  filter: WorkFilter,
  { from, to }: { from: string; to: string },
): Promise<DayRow[]> => {
  const inRange = sql`day between ${from} and ${to}`
  const { rows } = canAnswer('enumerator_days', filter.scope)
    ? await sql<DayRow>`
        select investigator, district, day, interviews, durations, first_start, last_end, ${counts}
        from enumerator_days
        where ${all(ofPerson(filter), inScope('enumerator_days', filter.scope))} and ${inRange}`.execute(db)
    : await sql<DayRow>`
        select investigator, district, day, count(*)::int as interviews,
          coalesce(array_agg(minutes order by minutes) filter (where minutes is not null), '{}') as durations,
          min(started_at) as first_start, max(ended_at) as last_end,
          ${sql.join(countColumns.map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`))}
        from enumerator_facts where ${visibleFacts(filter)} and ${inRange}
        group by 1, 2, 3`.execute(db)
  return rows
}

interface ValueRow {
  investigator: string
  question: string
  n: number
  total: string
  squares: string
  last_digits: number[]
  ages: number
  round_ages: number
}

/** Reads the sums of the numbers of enumerators, by question. */
const readValues = async (db: Db, filter: WorkFilter): Promise<ValueRow[]> => {
  const digitSums = sql.join(
    Array.from({ length: 10 }, (_, digit) => sql`sum(last_digits[${sql.lit(digit + 1)}])`),
  )
  const { rows } = canAnswer('enumerator_values', filter.scope)
    ? await sql<ValueRow>`
        select investigator, question, sum(n)::bigint as n, sum(total) as total, sum(squares) as squares,
          array[${digitSums}]::int[] as last_digits, sum(ages)::bigint as ages, sum(round_ages)::bigint as round_ages
        from enumerator_values
        where ${all(ofPerson(filter), inScope('enumerator_values', filter.scope))} and n > 0
        group by 1, 2`.execute(db)
    : await sql<ValueRow>`
        with numbers as (
          select investigator, answers.key as question, 1::bigint as sign, number.value::numeric as number
          from enumerator_facts
          cross join lateral jsonb_each(numbers) answers
          cross join lateral jsonb_array_elements_text(answers.value) number
          where ${visibleFacts(filter)}
        ), digits as (select *, ${lastDigit} from numbers)
        select investigator, question, ${valueSums} from digits group by 1, 2`.execute(db)
  return rows
}

const toFigures = (row: ValueRow): NumberFigures => ({
  n: row.n,
  total: Number(row.total),
  squares: Number(row.squares),
  lastDigits: row.last_digits,
  ages: row.ages,
  roundAges: row.round_ages,
})

export const sumRates = (rows: readonly DayRow[]): Rates => {
  const lines = rows.map(ratesIn)
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
  return ratesOf((name) => ({
    asked: sumOf(lines.map((line) => line[name].asked)),
    found: sumOf(lines.map((line) => line[name].found)),
  }))
}

export const countByDay = (rows: readonly DayRow[]): Map<string, number> => {
  const days = new Map<string, number>()
  for (const { day, interviews } of rows) days.set(day, (days.get(day) ?? 0) + interviews)
  return days
}

const mainDistrict = (rows: readonly DayRow[]): string => {
  const sizes = new Map<string, number>()
  for (const { district, interviews } of rows) sizes.set(district, (sizes.get(district) ?? 0) + interviews)
  const [first] = [...sizes].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return first?.[0] ?? ''
}

/** Returns the work of everyone with an interview in the 14 days up to `until`. */
export const readWork = async (db: Db, filter: WorkFilter, until: string): Promise<EnumeratorWork[]> => {
  const windowStart = addDays(until, 1 - windowDays)
  const days = await readDays(db, filter, { from: addDays(windowStart, -windowDays), to: until })
  const values = Map.groupBy(await readValues(db, filter), ({ investigator }) => investigator)
  return [...Map.groupBy(days, ({ investigator }) => investigator)].flatMap(([investigator, rows]) => {
    const recent = rows.filter(({ day }) => day >= windowStart)
    if (recent.length === 0) return []
    return {
      investigator,
      district: mainDistrict(rows),
      days: countByDay(rows),
      minutes: recent.flatMap(({ durations }) => durations),
      rates: sumRates(recent),
      earlierRates: sumRates(rows.filter(({ day }) => day < windowStart)),
      numbers: new Map((values.get(investigator) ?? []).map((row) => [row.question, toFigures(row)])),
    }
  })
}
