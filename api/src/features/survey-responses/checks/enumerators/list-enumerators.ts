import { addDays, compareWithOthers, windowDays } from '@baseline/contract/checks/enumerator-work.ts'
import type { EnumeratorWork } from '@baseline/contract/checks/enumerator-work.ts'
import { severityPoints } from '@baseline/contract/checks/rules.ts'
import { AppError } from '@baseline/contract/errors.ts'
import type { Input, Output } from '@baseline/contract/http.ts'
import type {
  Enumerator,
  EnumeratorColumn,
  EnumeratorRow,
  getEnumerator,
  listEnumerators as listRoute,
} from '@baseline/contract/survey-responses/enumerators.ts'
import { enumeratorOrders } from '@baseline/contract/survey-responses/enumerators.ts'
import { instantIn, todayIn } from '@baseline/contract/wall-clock.ts'

import type { Scope } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'

import { countFlags, noFlags } from './flag-figures.ts'
import { cellsOf, medianOf } from './present-enumerators.ts'
import { findFindings, findLabels, findRecentFlags, getShownSurvey, keyOf } from './queries.ts'
import type { ShownSurvey, StoredFinding } from './queries.ts'
import { findLastDay, readDays, readWork } from './read-work.ts'
import { weeksOf } from './weeks.ts'

interface Reader {
  db: Db
  scope: Scope
  timeZone: string
}

/** The people that a reader sees, and with whom they are compared. */
interface Seen {
  survey: ShownSurvey
  until: string
  people: readonly EnumeratorWork[]
  all: readonly EnumeratorWork[]
}

const readSeen = async ({ db, scope, timeZone }: Reader, surveyId: string) => {
  const survey = await getShownSurvey(db, surveyId, timeZone)
  const whole = { surveyId, scope: 'all' } as const
  const until = await findLastDay(db, whole, todayIn(survey.timeZone))
  if (until === undefined) return { survey, seen: undefined }
  const all = await readWork(db, whole, until)
  const people = scope === 'all' ? all : await readWork(db, { surveyId, scope }, until)
  return { survey, seen: people.length > 0 ? { survey, until, people, all } : undefined }
}

const countAll = ({ days }: EnumeratorWork): number =>
  [...days.values()].reduce((sum, count) => sum + count, 0)

/** Presents people beside the others. Findings are about all interviews of a person: the reader must see all. */
const presentAll = async (
  { db, scope }: Reader,
  { survey, until, people, all }: Seen,
): Promise<{ row: EnumeratorRow; person: EnumeratorWork; earlier: StoredFinding[] }[]> => {
  const compare = compareWithOthers(all, until)
  const whole = new Map(all.map((person) => [person.investigator, person]))
  const names = people.map(({ investigator }) => investigator)
  const labels = await findLabels(db, 'investigator', names)
  const districts = await findLabels(
    db,
    'district',
    people.map(({ district }) => district),
  )
  const findings = Map.groupBy(await findFindings(db, survey.id, names), ({ investigator }) => investigator)
  const flags = await countFlags(db, { surveyId: survey.id, scope: 'all' })
  const ownFlags = scope === 'all' ? flags : await countFlags(db, { surveyId: survey.id, scope })
  return people.map((person) => {
    const { investigator } = person
    const total = whole.get(investigator) ?? person
    const others = compare(total)
    const isWhole = countAll(total) === countAll(person)
    const known = isWhole ? (findings.get(investigator) ?? []) : []
    const days = [...person.days.keys()].toSorted()
    return {
      person,
      earlier: known.filter((finding) => finding.until !== null),
      row: {
        key: keyOf(survey.id, investigator),
        name: labels.get(investigator) ?? investigator,
        district: districts.get(person.district) ?? (person.district || null),
        interviews: [...person.days].reduce(
          (sum, [day, count]) => sum + (day > addDays(until, -windowDays) ? count : 0),
          0,
        ),
        lastDay: days.at(-1) ?? until,
        others: others.count,
        cells: cellsOf(
          person,
          others,
          {
            own: ownFlags.get(investigator) ?? noFlags,
            others: others.investigators.map((name) => flags.get(name) ?? noFlags),
          },
          { until, isLimited: scope !== 'all' },
        ),
        findings: known
          .filter((finding) => finding.until === null)
          .map(({ investigator: _name, ...finding }) => finding),
      },
    }
  })
}

const valueOf = (row: EnumeratorRow, column: EnumeratorColumn): number | string | null => {
  if (column === 'name') return row.name
  if (column === 'findings')
    return row.findings.reduce((sum, { severity }) => sum + severityPoints[severity], 0)
  return row.cells[column].value
}

/** People without a value are last in both directions. */
const compareValues = (a: number | string | null, b: number | string | null, sign: number): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'string' || typeof b === 'string') return sign * String(a).localeCompare(String(b))
  return sign * (a - b)
}

const sortRows = (rows: readonly EnumeratorRow[], order: Input<typeof listRoute>['query']['orderBy']) => {
  const sign = order.endsWith('_ASC') ? 1 : -1
  const column = enumeratorOrders.find((name) => order.startsWith(`${name}_`)) ?? 'name'
  return rows.toSorted(
    (a, b) => compareValues(valueOf(a, column), valueOf(b, column), sign) || compareValues(a.name, b.name, 1),
  )
}

const contextOf = (survey: ShownSurvey, until: string | undefined, keys: readonly string[]) => {
  const from = until === undefined ? undefined : addDays(until, 1 - windowDays)
  return {
    timeZone: survey.timeZone,
    defaultLanguage: survey.defaultLanguage,
    questions: survey.labelsOf(keys.filter((key) => key !== '')),
    window:
      until === undefined || from === undefined
        ? null
        : {
            from,
            to: until,
            start: new Date(instantIn(survey.timeZone, Date.parse(from))).toISOString(),
          },
  }
}

const questionsIn = (rows: readonly EnumeratorRow[]): string[] =>
  rows.flatMap(({ findings }) => findings.map(({ question }) => question))

/** Lists the enumerators of a survey whose interviews the reader may see. */
export const listEnumerators = async (
  reader: Reader,
  surveyId: string,
  { orderBy, limit, offset }: Input<typeof listRoute>['query'],
): Promise<Output<typeof listRoute>> => {
  const { survey, seen } = await readSeen(reader, surveyId)
  if (!seen) return { ...contextOf(survey, undefined, []), rows: [], count: 0 }
  const presented = await presentAll(reader, seen)
  const rows = sortRows(
    presented.map(({ row }) => row),
    orderBy,
  ).slice(offset, offset + limit)
  return { ...contextOf(survey, seen.until, questionsIn(rows)), rows, count: presented.length }
}

/** Returns one enumerator of a survey, with the weeks before. */
export const findEnumerator = async (
  reader: Reader,
  { id: surveyId, key }: Input<typeof getEnumerator>['params'],
): Promise<Enumerator> => {
  const { survey, seen } = await readSeen(reader, surveyId)
  const presented = seen ? await presentAll(reader, seen) : []
  const found = presented.find(({ row }) => row.key === key)
  if (!seen || !found) throw new AppError('errors.notFound')
  const { row, person, earlier } = found
  const { investigator } = person
  const filter = { surveyId, scope: reader.scope, investigator }
  const range = { from: addDays(seen.until, 1 - 8 * 7), to: seen.until }
  const days = await readDays(reader.db, filter, range)
  const shown = Map.groupBy(
    days.filter(({ day }) => day > addDays(seen.until, -windowDays)),
    ({ day }) => day,
  )
  return {
    ...contextOf(survey, seen.until, [...questionsIn([row]), ...earlier.map(({ question }) => question)]),
    ...row,
    survey: { id: survey.id, label: survey.label },
    weeks: weeksOf(days, seen.until),
    days: [...shown]
      .toSorted(([a], [b]) => (a < b ? 1 : -1))
      .map(([day, rows]) => ({
        day,
        interviews: rows.reduce((sum, { interviews }) => sum + interviews, 0),
        firstStart: new Date(Math.min(...rows.map((one) => one.first_start.getTime()))).toISOString(),
        lastEnd: latest(rows.map((one) => one.last_end)),
        minutes: medianOf(rows.flatMap(({ durations }) => durations)),
      })),
    earlier: earlier.map(({ investigator: _name, ...finding }) => finding),
    flags: await findRecentFlags(reader.db, filter, investigator),
  }
}

const latest = (times: readonly (Date | null)[]): string | null => {
  const known = times.flatMap((time) => (time ? [time.getTime()] : []))
  return known.length === 0 ? null : new Date(Math.max(...known)).toISOString()
}
