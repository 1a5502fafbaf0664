import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import type { listSurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponseRow } from '@baseline/contract/survey-responses/response.ts'

import type { Db } from '#platform/database/database.ts'
import { withinTime } from '#platform/database/transaction.ts'
import { StreamedRows } from '#platform/http/stream.ts'
import { limits } from '#platform/limits.ts'

import { countOf } from './count.ts'
import { matching } from './filter.ts'
import { farOffset, pageOf, rangeOf } from './find-page.ts'
import { inOrder, orderedBy } from './order.ts'
import { presentColumns, rowColumns } from './queries.ts'
import type { ListedRow } from './queries.ts'
import type { Reader } from './scope.ts'
import { timeZoneOf } from './survey.ts'

const presentRow = async (db: Db, row: ListedRow): Promise<SurveyResponseRow> => ({
  ...presentColumns(row),
  timeZone: await timeZoneOf(db, row.survey_id, row.survey_version),
})

async function* presented(db: Db, found: AsyncIterable<ListedRow>) {
  for await (const row of found) yield presentRow(db, row)
}

/**
 * Returns one page, the latest interview first by default. Without a limit, streams every row. spec §4, §7
 */
export const list = async (
  reader: Reader,
  { filter = {}, orderBy, limit, offset }: Input<typeof listSurveyResponses>['query'],
) => {
  const { db } = reader
  const order = orderedBy(orderBy)
  const rows = await matching(reader, filter)
  if (limit === undefined)
    return new StreamedRows((snapshot) =>
      presented(
        db,
        rows
          .from(snapshot)
          .select(rowColumns)
          .orderBy(inOrder(order))
          .offset(offset)
          .stream(limits.stream.batchRows),
      ),
    )
  const range = rangeOf(filter)
  const counted = await countOf(db, rows, filter, range?.column)
  const count = counted.countIsEstimate ? undefined : counted.count
  const page = (from: Db) => pageOf(from, rows, { order, offset, limit }, { range, count })
  const found = offset > farOffset ? await withinTime(db, limits.farPageMs, page) : await page(db)
  if (!found) throw new AppError('errors.tooFar')
  return { rows: await Promise.all(found.map((row) => presentRow(db, row))), ...counted }
}
