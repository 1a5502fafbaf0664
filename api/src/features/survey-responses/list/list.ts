import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import type { listSurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponseRow } from '@baseline/contract/survey-responses/response.ts'

import type { Db } from '#platform/database/database.ts'
import { withStatementTimeout } from '#platform/database/transaction.ts'
import type { Context } from '#platform/http/context.ts'
import { StreamedRows } from '#platform/http/stream.ts'
import { limits } from '#platform/limits.ts'

import { countMatches } from '../counts/count.ts'
import { presentColumns, rowColumns } from '../queries.ts'
import type { ListedRow } from '../queries.ts'
import type { Reader } from '../scope.ts'
import { timeZoneOf } from '../survey.ts'
import { resolveFilter } from './filter.ts'
import { chooseStrategy, farOffset } from './find-page.ts'
import { parseOrder, toOrderByClause } from './order.ts'
import { narrowestRange } from './time-bounds.ts'

const presentRow = async (db: Db, row: ListedRow): Promise<SurveyResponseRow> => ({
  ...presentColumns(row),
  timeZone: await timeZoneOf(db, row.survey_id, row.survey_version),
})

async function* presentAll(db: Db, rows: AsyncIterable<ListedRow>) {
  for await (const row of rows) yield presentRow(db, row)
}

/**
 * Returns one page, the latest interview first by default. Without a limit, streams every row. spec §4, §7
 */
export const list = async (
  reader: Reader & Pick<Context, 'reportStrategy'>,
  { filter = {}, orderBy, limit, offset }: Input<typeof listSurveyResponses>['query'],
) => {
  const { db } = reader
  const order = parseOrder(orderBy)
  const rows = await resolveFilter(reader, filter)
  if (limit === undefined)
    return new StreamedRows((snapshot) =>
      presentAll(
        db,
        rows
          .from(snapshot)
          .select(rowColumns)
          .orderBy(toOrderByClause(order))
          .offset(offset)
          .stream(limits.stream.batchRows),
      ),
    )
  const range = narrowestRange(filter)
  const total = await countMatches(db, rows, filter, range?.column)
  const count = total.countIsEstimate ? Infinity : total.count
  const request = { rows, order, offset, limit, range, count }
  const strategy = chooseStrategy(request)
  reader.reportStrategy(strategy.name)
  const readPage = (from: Db) => strategy.run(from, request)
  const pageRows =
    offset > farOffset ? await withStatementTimeout(db, limits.farPageMs, readPage) : await readPage(db)
  if (!pageRows) throw new AppError('errors.tooFar')
  return { rows: await Promise.all(pageRows.map((row) => presentRow(db, row))), ...total }
}
