import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import { can } from '@baseline/contract/permissions.ts'
import type { listSurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import type { SurveyResponseRow } from '@baseline/contract/survey-responses/response.ts'

import type { Db } from '#platform/database/database.ts'
import { countUpToCap } from '#platform/database/list.ts'
import { withStatementTimeout } from '#platform/database/transaction.ts'
import type { Context } from '#platform/http/context.ts'
import { StreamedRows } from '#platform/http/stream.ts'
import { limits } from '#platform/limits.ts'

import { findQuestions, selectAnswers } from '../answers/questions.ts'
import type { AnswerQuestion } from '../answers/questions.ts'
import { openMarks } from '../checks/queries.ts'
import { findCount } from '../counts/count.ts'
import { presentColumns, rowColumns } from '../queries.ts'
import type { ListedRow } from '../queries.ts'
import type { Reader } from '../scope.ts'
import { timeZoneOf } from '../survey.ts'
import { countAndSort } from './count-and-sort.ts'
import type { CountedPage } from './count-and-sort.ts'
import { resolveFilter } from './filter.ts'
import type { ResolvedFilter } from './filter.ts'
import { chooseStrategy, farOffset } from './find-page.ts'
import { resolveOrder, toOrderByClause } from './order.ts'
import type { Page } from './page-parts.ts'
import { narrowestRange } from './time-bounds.ts'

type AnsweredRow = ListedRow & {
  answers?: SurveyResponseRow['answers'] | null
  flags?: SurveyResponseRow['flags']
}

const presentRow = async (db: Db, row: AnsweredRow): Promise<SurveyResponseRow> => ({
  ...presentColumns(row),
  timeZone: await timeZoneOf(db, row.survey_id, row.survey_version),
  ...(row.answers !== undefined && { answers: row.answers ?? {} }),
  ...(row.flags && { flags: row.flags }),
})

async function* presentAll(db: Db, rows: AsyncIterable<AnsweredRow>) {
  for await (const row of rows) yield presentRow(db, row)
}

/** Adds the answers to the searchable questions to the rows of a page. */
const addAnswers = async (
  db: Db,
  rows: readonly ListedRow[],
  questions: readonly AnswerQuestion[],
): Promise<readonly AnsweredRow[]> => {
  if (questions.length === 0 || rows.length === 0) return rows
  const found = await db
    .selectFrom('survey_responses')
    .select(['id', selectAnswers(questions).as('answers')])
    .where('id', 'in', pluckIds(rows))
    .execute()
  const answers = new Map(found.map((row) => [row.id, row.answers]))
  return rows.map((row) => ({ ...row, answers: answers.get(row.id) ?? null }))
}

/** Adds the open flags to the rows of a page, for users who may see them. */
const addFlags = async (
  { db, actor }: Reader,
  rows: readonly AnsweredRow[],
): Promise<readonly AnsweredRow[]> => {
  if (!can(actor, 'checksRead')) return rows
  const marks = await openMarks(db, pluckIds(rows))
  return rows.map((row) => ({ ...row, flags: marks.get(row.id) ?? [] }))
}

const pluckIds = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

type ListReader = Reader & Pick<Context, 'reportStrategy'>

/** Returns the rows of a page and the number of matches. */
const readPage = async (
  reader: ListReader,
  rows: ResolvedFilter,
  { filter, ...page }: Page & { filter: SurveyResponseFilter },
) => {
  const { db } = reader
  const range = narrowestRange(filter)
  // An index-only scan often counts the matches, unless the scope or a filter by answers needs other columns.
  const countByReading = (): Promise<CountedPage> =>
    rows.scope === 'all' && rows.answers.length === 0
      ? countUpToCap(db, rows.from(db), range?.column)
      : countAndSort(db, rows, page, range?.column)
  const counted: CountedPage = (await findCount(db, rows, filter)) ?? (await countByReading())
  if (counted.pageRows) {
    reader.reportStrategy('countAndSort')
    return { ...counted, pageRows: counted.pageRows }
  }
  const request = { rows, ...page, range, count: counted.countIsEstimate ? Infinity : counted.count }
  const strategy = chooseStrategy(request)
  reader.reportStrategy(strategy.name)
  const run = (from: Db) => strategy.run(from, request)
  const pageRows =
    page.offset > farOffset ? await withStatementTimeout(db, limits.farPageMs, run) : await run(db)
  if (!pageRows) throw new AppError('errors.tooFar')
  return { ...counted, pageRows }
}

/**
 * Returns one page, the latest interview first by default. Without a limit, streams every row. spec §4, §7
 */
export const list = async (
  reader: ListReader,
  { filter = {}, orderBy, limit, offset }: Input<typeof listSurveyResponses>['query'],
) => {
  const { db } = reader
  const order = await resolveOrder(reader, filter, orderBy)
  const rows = await resolveFilter(reader, filter)
  const questions = await findQuestions(db, filter)
  if (limit === undefined)
    return new StreamedRows((snapshot) =>
      presentAll(
        db,
        rows
          .from(snapshot, order)
          .select(rowColumns)
          .$if(questions.length > 0, (selected) => selected.select(selectAnswers(questions).as('answers')))
          .orderBy(toOrderByClause(order))
          .offset(offset)
          .stream(limits.stream.batchRows),
      ),
    )
  const { pageRows, ...total } = await readPage(reader, rows, { filter, order, limit, offset })
  const answeredRows = await addFlags(reader, await addAnswers(db, pageRows, questions))
  return { rows: await Promise.all(answeredRows.map((row) => presentRow(db, row))), ...total }
}
