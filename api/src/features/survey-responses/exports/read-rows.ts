import type { SmallCells } from '@baseline/contract/survey-responses/exports/contract.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { limits } from '#platform/limits.ts'

import { resolveFilter } from '../list/filter.ts'
import type { Reader } from '../scope.ts'
import type { ReadRow } from './column.ts'
import type { ExportTable } from './export-tables.ts'
import { countSmallCells } from './small-cells.ts'

/** Reads the rows of an export. All reads use one snapshot of the database, for any duration. */
export interface Source {
  /** Counts the rows of each table, which reads every matching response. */
  tableRows: (tables: readonly ExportTable[]) => Promise<number[]>
  rows: (table: ExportTable) => AsyncIterable<ReadRow>
  smallCells: (responses: ExportTable) => Promise<SmallCells>
}

/** Storage keys of the photos, then links. */
const photos = sql`concat_ws(' ',
  (select string_agg(key, ' ' order by position, id) from files
   where response_id = survey_responses.id and question is null and unused_since is null),
  nullif(array_to_string(photo_links, ' '), ''))`

const selectColumn = (name: string): RawBuilder<unknown> => (name === 'photos' ? photos : sql.ref(name))

const repeatArray = (repeat: string): RawBuilder<unknown> =>
  sql`case when jsonb_typeof("values" -> ${repeat}) = 'array' then "values" -> ${repeat} else '[]'::jsonb end`

/**
 * Reads in the order of receipt, which is the physical order of the table. Any other order would be random
 * access.
 */
export const openSource = async (
  reader: Reader,
  filter: SurveyResponseFilter,
  repeats: readonly string[],
): Promise<Source> => {
  const { db } = reader
  const matches = await resolveFilter(reader, filter)

  const readResponses = (reads: readonly string[]): AsyncIterable<ReadRow> =>
    matches
      .from(db)
      .select(sql<ReadRow['values']>`"values" - ${[...repeats]}::text[]`.as('values'))
      .select(reads.map((name) => selectColumn(name).as(name)))
      .orderBy('id')
      .stream(limits.exports.batchRows)

  async function* readRepeat(repeat: string): AsyncGenerator<ReadRow> {
    const rowsWithRepeat = matches
      .from(db)
      .select(['display_id', sql<ReadRow['values'][]>`"values" -> ${repeat}`.as('lines')])
      .where(sql<boolean>`jsonb_typeof("values" -> ${repeat}) = 'array'`)
      .orderBy('id')
      .stream(limits.exports.batchRows)
    for await (const response of rowsWithRepeat)
      for (const [index, values] of response.lines.entries())
        yield { display_id: response.display_id, line: index + 1, values }
  }

  const tableRows = async (tables: readonly ExportTable[]): Promise<number[]> => {
    const counts = tables.map(({ repeat }) =>
      repeat === undefined
        ? sql<number>`count(*)`
        : sql<number>`coalesce(sum(jsonb_array_length(${repeatArray(repeat)})), 0)`,
    )
    const { rows } = await sql<{ counts: number[] }>`
      select array[${sql.join(counts)}]::float8[] as counts from (${matches.from(db).selectAll()}) r`.execute(
      db,
    )
    return rows[0]?.counts ?? []
  }

  return {
    tableRows,
    smallCells: (responses) => countSmallCells(db, matches, responses),
    rows: ({ repeat, reads }) => (repeat === undefined ? readResponses(reads) : readRepeat(repeat)),
  }
}

/** Runs the work on one snapshot of the database. */
export const onSnapshot = async <T>(streams: Db, work: (snapshot: Db) => Promise<T>): Promise<T> => {
  const tx = await streams
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    return await work(tx)
  } finally {
    await tx
      .rollback()
      .execute()
      .catch(() => undefined)
  }
}
