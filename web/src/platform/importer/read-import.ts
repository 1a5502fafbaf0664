import { fieldProblems } from '@baseline/contract/validation.ts'
import type { FieldProblem } from '@baseline/contract/validation.ts'
import type { z } from 'zod'

import type { CellProblem, CheckedLine, CheckedRow, ImportContext } from './checked-row.ts'
import { fold, idColumn } from './columns.ts'
import { packRow } from './file-row.ts'
import type { FileRow, LinesOf, ReadCells } from './file-row.ts'
import { locate } from './locate.ts'
import type { HeaderReader, ImportTables } from './open-import.ts'
import { hasProblems } from './problems.ts'
import type { ReadCell } from './read-cell.ts'
import { cellsReader, checkedLine, sortLines } from './read-lines.ts'
import { rowHash } from './row-hash.ts'

/** A row of the first sheet, and its rows of further sheets. */
export interface ReadRow {
  cells: ReadCells
  lines: LinesOf
}

/** How an entity reads its files. */
export interface ImportReader<
  Context extends ImportContext = ImportContext,
  Schema extends z.ZodObject = z.ZodObject,
> extends HeaderReader {
  /** Schema of the call's `data`. */
  schema: Schema
  /** Labels of choices in both languages, which a file may use as well. */
  choiceNames?: readonly Readonly<Record<string, string>>[]
  /** Builds the data of a row; by default each filled cell is a field. */
  compose?: (cells: ReadCells, lines: LinesOf) => Readonly<Record<string, unknown>>
  /** Rows are compared with stored records instead of being sent directly. */
  keepsCells?: true
  /** Returns further problems of a row whose fields are valid. */
  judge?: (data: z.output<Schema>, context: Context, row: ReadRow) => readonly FieldProblem[]
  /** Adapts the reader to the columns of the file; the column keys stay the same. */
  narrow?: (present: ReadonlySet<string>) => Partial<Pick<ImportReader, 'columns' | 'compose'>>
}

const choiceMap = ({ columns, choiceNames = [] }: Pick<ImportReader, 'columns' | 'choiceNames'>) =>
  new Map(
    columns
      .flatMap((column) => ('choices' in column && !column.words ? column.choices : []))
      .flatMap((choice) =>
        [choice, ...choiceNames.flatMap((names) => names[choice] ?? [])].map(
          (name) => [fold(name), choice] as const,
        ),
      ),
  )

type Placed = { line: number | undefined; problem: CellProblem }

const cellName = ({ line, problem }: Placed): string => `${String(line)} ${problem.column ?? ''}`

const doubtful: readonly string[] = [
  'validation.mixed.required',
  'entities.surveys.validation.notAsked',
  'entities.surveys.validation.notAskedHere',
]

/** Returns problems of cells found while reading them. */
const ownProblems = (cells: ReadCells, line: number | undefined): Placed[] =>
  [...cells].flatMap(([column, { problem }]) => (problem ? [{ line, problem: { column, ...problem } }] : []))

/** Locates problems in cells; reports one per cell, and skips cells in `told`. */
const placed = (
  reader: ImportReader,
  problems: readonly FieldProblem[],
  lines: LinesOf,
  told: readonly Placed[],
): Placed[] => {
  const seen = new Set(told.map(cellName))
  return problems.flatMap(({ path, ...problem }) => {
    const { sheet, index = 0, column } = locate(reader, path)
    const line = sheet === undefined ? undefined : lines.get(sheet.name)?.[index]?.line
    const one: Placed = { line, problem: { column, ...problem } }
    if (seen.has(cellName(one))) return []
    seen.add(cellName(one))
    return [one]
  })
}

const judgeRow = <Context extends ImportContext, Schema extends z.ZodObject>(
  reader: ImportReader<Context, Schema>,
  context: Context,
  { cells, lines, data }: ReadRow & { data: Readonly<Record<string, unknown>> },
): Placed[] => {
  const own = [
    ...ownProblems(cells, undefined),
    ...[...lines.values()].flat().flatMap((one) => ownProblems(one.cells, one.line)),
  ]
  const parsed = reader.schema.safeParse(data, { reportInput: true })
  const at = ({ problem }: Placed) => reader.columns.findIndex(({ key }) => key === problem.column)
  // Locating a problem needs only the columns.
  const located = reader as unknown as ImportReader
  if (!parsed.success)
    return [...own, ...placed(located, fieldProblems(parsed.error), lines, own)].toSorted(
      (a, b) => at(a) - at(b),
    )
  if (!reader.judge) return own
  const told = new Set(own.map(cellName))
  const judged = reader.judge(parsed.data, context, { cells, lines }).map(({ path, ...problem }) => {
    const { sheet, index = 0, column } = locate(reader, path)
    const line = sheet && lines.get(sheet.name)?.[index]?.line
    return { line, problem: { column, ...problem } }
  })
  // A wrong cell makes it uncertain which questions are shown: skips problems that depend on that.
  const isSure = ({ problem }: Placed) => own.length === 0 || !doubtful.includes(problem.key)
  return [...own, ...judged.filter((one) => isSure(one) && !told.has(cellName(one)))]
}

const isFilled = ([, { text }]: readonly [string, ReadCell]): boolean => text !== ''
const hashed = ([key, { text, same = text }]: readonly [string, ReadCell]) => [key, same] as const

/** Returns the answers of further rows in order, without the columns that link them to the row. */
const hashedLines = (reader: HeaderReader, lines: LinesOf): [string, string][] =>
  (reader.sheets ?? []).flatMap(({ name, columns }) =>
    (lines.get(name) ?? []).flatMap(({ cells }, at) =>
      [...cells]
        .filter(isFilled)
        .filter(([key]) => columns.some((column) => column.key === key && column.path !== undefined))
        .map((cell) => hashed(cell))
        .map(([key, text]): [string, string] => [`${name}.${String(at)}.${key}`, text]),
    ),
  )

const checkRow = async <Context extends ImportContext, Schema extends z.ZodObject>(
  reader: ImportReader<Context, Schema>,
  context: Context,
  { line, cells, lines, sheets }: FileRow & { line: number },
): Promise<CheckedRow> => {
  const filled = [...cells].filter(isFilled)
  const composed =
    reader.compose?.(cells, lines) ?? Object.fromEntries(filled.map(([key, { value }]) => [key, value]))
  const data = { ...composed, ...context.extra }
  const problems = judgeRow(reader, context, { cells, lines, data })
  const ownLines = (reader.sheets ?? []).flatMap((sheet) =>
    (lines.get(sheet.name) ?? []).map((one) =>
      checkedLine(
        sheet,
        one,
        problems.filter((placedAt) => placedAt.line === one.line).map(({ problem }) => problem),
        reader.keepsCells,
      ),
    ),
  )
  return {
    line,
    // Compared rows show their differences instead of their cells.
    texts: reader.keepsCells ? [] : reader.columns.map(({ key }) => cells.get(key)?.text ?? ''),
    data,
    // Compared rows are not identified by a hash.
    hash: reader.keepsCells
      ? String(line)
      : await rowHash({
          ...Object.fromEntries([...filled.map(hashed), ...hashedLines(reader, lines)]),
          ...context.extra,
        }),
    problems: problems.filter((one) => one.line === undefined).map(({ problem }) => problem),
    numbers: [...cells].flatMap(([key, { isNumber }]) => (isNumber ? [key] : [])),
    ...(ownLines.length > 0 && { lines: ownLines }),
    ...(reader.keepsCells && { file: packRow({ cells, lines, sheets }) }),
  }
}

const batchSize = 500

export interface Batch {
  rows: CheckedRow[]
  /** Rows of further sheets that belong to no row; delivered with the first batch. */
  strays: readonly CheckedLine[]
}

/** Yields the checked rows of a file in batches. */
export async function* checkRows<Context extends ImportContext, Schema extends z.ZodObject>(
  { header, rows, sheets }: ImportTables,
  given: ImportReader<Context, Schema>,
  context: Context,
): AsyncGenerator<Batch> {
  const present = { keys: new Set(header.flatMap(({ key }) => key ?? [])), sheets: new Set(sheets.keys()) }
  const reader = { ...given, ...given.narrow?.(present.keys) }
  const cellReader = { timeZone: context.timeZone, choiceNames: choiceMap(reader) }
  const readCells = cellsReader({ header }, reader.columns, cellReader)
  const read = rows.map(({ line, cells }) => ({ line, cells: readCells(cells) }))
  const main = read.map(({ line, cells }) => ({ line, id: cells.get(idColumn)?.text ?? '' }))
  const { byRow, strays } = sortLines(sheets, reader.sheets ?? [], main, cellReader)
  const none: LinesOf = new Map()
  const firstLines = new Map<string, number>()
  for (let from = 0; from < read.length; from += batchSize) {
    const batch = await Promise.all(
      read
        .slice(from, from + batchSize)
        .map((row) =>
          checkRow(reader, context, { ...row, lines: byRow.get(row.line) ?? none, sheets: present.sheets }),
        ),
    )
    const checked = batch.map((row) => {
      const first = firstLines.get(row.hash)
      if (first === undefined) firstLines.set(row.hash, row.line)
      if (first === undefined || hasProblems(row)) return row
      const problem = { column: undefined, key: 'importer.errors.repeated' as const, params: { line: first } }
      return { ...row, problems: [problem] }
    })
    yield { rows: checked, strays: from === 0 ? strays : [] }
  }
}
