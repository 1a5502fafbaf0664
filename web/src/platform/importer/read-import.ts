import { fieldProblems } from '@baseline/contract/validation.ts'
import type { FieldProblem } from '@baseline/contract/validation.ts'
import { TabularError } from '@baseline/tabular/problem.ts'
import { HeaderError, readTable } from '@baseline/tabular/read-table.ts'
import type { Table, TableRow } from '@baseline/tabular/read-table.ts'
import type { z } from 'zod'

import type { CellProblem, CheckedRow, ImportContext, Refusal } from './checked-row.ts'
import { reasonColumn } from './columns.ts'
import type { ImportColumn } from './columns.ts'
import { importLimits } from './limits.ts'
import { readCell } from './read-cell.ts'
import type { CellReader, ReadCell } from './read-cell.ts'
import { rowHash } from './row-hash.ts'

/** How an entity reads its files. */
export interface ImportReader<
  Context extends ImportContext = ImportContext,
  Schema extends z.ZodObject = z.ZodObject,
> {
  columns: readonly ImportColumn[]
  /** What the call takes as `data`. */
  schema: Schema
  /** The words of both languages for columns and for choices, which a file may use as well. */
  headings?: readonly Readonly<Record<string, string>>[]
  choiceNames?: readonly Readonly<Record<string, string>>[]
  /** What else is wrong with a row whose fields are right by themselves. */
  judge?: (data: z.output<Schema>, context: Context) => readonly FieldProblem[]
}

const isZip = (bytes: Uint8Array): boolean => [0x50, 0x4b, 3, 4].every((byte, at) => bytes[at] === byte)

/** A readable archive of another kind is not Excel; a file that cannot be read at all is unreadable. spec §5 */
const refusalOf = (error: unknown, bytes: Uint8Array): Refusal => {
  if (error instanceof HeaderError) {
    const { unknown, missing, repeated } = error
    return { key: 'invalidFileUpload', names: { unknown, missing, repeated } }
  }
  if (!(error instanceof TabularError)) return { key: 'invalidFileUpload', reason: 'damaged' }
  if (error.problem !== 'notExcel') return { key: 'invalidFileUpload', reason: error.problem }
  return isZip(bytes) ? { key: 'invalidFileExcel' } : { key: 'invalidFileUpload', reason: 'damaged' }
}

const choiceMap = ({ columns, choiceNames = [] }: Pick<ImportReader, 'columns' | 'choiceNames'>) =>
  new Map(
    columns
      .flatMap((column) => ('choices' in column ? column.choices : []))
      .flatMap((choice) =>
        [choice, ...choiceNames.flatMap((names) => names[choice] ?? [])].map(
          (name) => [name.toLowerCase(), choice] as const,
        ),
      ),
  )

const columnOf = ({ path }: FieldProblem): string => path.split('.')[0] ?? ''

/** Each column once, and only those whose cells have not said more already. */
const placed = (problems: readonly FieldProblem[], told: Iterable<string>): CellProblem[] => {
  const seen = new Set(told)
  return problems.flatMap(({ path, ...problem }) => {
    const column = columnOf({ path, ...problem })
    if (seen.has(column)) return []
    seen.add(column)
    return [{ column, ...problem }]
  })
}

const judgeRow = <Context extends ImportContext, Schema extends z.ZodObject>(
  { columns, schema, judge }: ImportReader<Context, Schema>,
  context: Context,
  data: Readonly<Record<string, unknown>>,
  own: readonly (CellProblem & { column: string })[],
): CellProblem[] => {
  const parsed = schema.safeParse(data, { reportInput: true })
  if (!parsed.success) {
    const at = (column: string | undefined) => columns.findIndex(({ key }) => key === column)
    const told = own.map(({ column }) => column)
    return [...own, ...placed(fieldProblems(parsed.error), told)].toSorted(
      (a, b) => at(a.column) - at(b.column),
    )
  }
  if (own.length > 0 || !judge) return [...own]
  // Of answers everything that is wrong is told, in their one cell.
  return judge(parsed.data, context).map((problem) => ({ ...problem, column: columnOf(problem) }))
}

const checkRow = async <Context extends ImportContext, Schema extends z.ZodObject>(
  reader: ImportReader<Context, Schema>,
  context: Context,
  line: number,
  cells: readonly ReadCell[],
): Promise<CheckedRow> => {
  const named = reader.columns.map(
    ({ key }, at) => [key, cells[at] ?? { text: '', value: undefined }] as const,
  )
  const filled = named.filter(([, { text }]) => text !== '')
  const data = { ...Object.fromEntries(filled.map(([key, { value }]) => [key, value])), ...context.extra }
  const own = named.flatMap(([column, { problem }]) => (problem ? [{ column, ...problem }] : []))
  const hashed = Object.fromEntries(filled.map(([key, { text, same = text }]) => [key, same]))
  return {
    line,
    texts: named.map(([, { text }]) => text),
    data,
    hash: await rowHash({ ...hashed, ...context.extra }),
    problems: judgeRow(reader, context, data, own),
    numbers: named.flatMap(([key, { isNumber }]) => (isNumber ? [key] : [])),
  }
}

const readRow = (
  header: Table['header'],
  { cells }: TableRow,
  columns: readonly ImportColumn[],
  reader: CellReader,
): ReadCell[] => {
  const at = new Map(header.map(({ key }, index) => [key, index]))
  return columns.map((column) => readCell(cells[at.get(column.key) ?? -1] ?? null, column, reader))
}

/** The table of a workbook, if it was made from this importer's template and has a row. spec §5 */
const openImport = async (
  bytes: Uint8Array,
  { columns, headings = [] }: Pick<ImportReader, 'columns' | 'headings'>,
): Promise<Table | Refusal> => {
  const shape = {
    columns: columns.map(({ key }) => ({ key, names: headings.flatMap((names) => names[key] ?? []) })),
    ignored: [reasonColumn],
  }
  try {
    const table = await readTable(bytes, shape, importLimits)
    return table.rows.length === 0 ? { key: 'invalidFileEmpty' } : table
  } catch (error) {
    return refusalOf(error, bytes)
  }
}

/** A file by its name, then by what is in it. spec §5 */
export const openFile = async (
  file: File,
  reader: Pick<ImportReader, 'columns' | 'headings'>,
): Promise<Table | Refusal> => {
  if (!/\.xlsx$/i.test(file.name)) return { key: 'invalidFileExcel' }
  if (file.size === 0) return { key: 'invalidFileEmpty' }
  // One byte more than allowed is enough to say that it is too large.
  return openImport(new Uint8Array(await file.slice(0, importLimits.fileBytes + 1).arrayBuffer()), reader)
}

const batchSize = 500

/** The rows of a table as they would be imported, some at a time. */
export async function* checkRows<Context extends ImportContext, Schema extends z.ZodObject>(
  { header, rows }: Table,
  reader: ImportReader<Context, Schema>,
  context: Context,
): AsyncGenerator<CheckedRow[]> {
  const cells = { timeZone: context.timeZone, choiceNames: choiceMap(reader) }
  const firstLines = new Map<string, number>()
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = await Promise.all(
      rows
        .slice(from, from + batchSize)
        .map((row) => checkRow(reader, context, row.line, readRow(header, row, reader.columns, cells))),
    )
    yield batch.map((row) => {
      const first = firstLines.get(row.hash)
      if (first === undefined) firstLines.set(row.hash, row.line)
      if (first === undefined || row.problems.length > 0) return row
      const problem = { column: undefined, key: 'importer.errors.repeated' as const, params: { line: first } }
      return { ...row, problems: [problem] }
    })
  }
}
