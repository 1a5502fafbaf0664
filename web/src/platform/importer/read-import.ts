import { fieldIssues } from '@baseline/contract/validation.ts'
import type { FieldIssue } from '@baseline/contract/validation.ts'
import type { z } from 'zod'

import { hasProblems } from './checked-row.ts'
import type { CellProblem, CheckedLine, CheckedRow, ImportContext } from './checked-row.ts'
import { fold, idColumn } from './columns.ts'
import { packRow } from './file-row.ts'
import type { FileRow, LinesOf, ReadCells } from './file-row.ts'
import { locate } from './locate.ts'
import type { HeaderReader, ImportTables } from './open-import.ts'
import type { ReadCell } from './read-cell.ts'
import { assignLines, cellsReader, toCheckedLine } from './read-lines.ts'

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
  /** Returns further issues of a row whose fields are valid. */
  validate?: (data: z.output<Schema>, context: Context, row: ReadRow) => readonly FieldIssue[]
  /** Message keys of problems that may be caused by another cell; skipped if a cell of the row is unreadable. */
  dependentProblems?: readonly string[]
  /** Adapts the reader to the columns of the file; the column keys stay the same. */
  narrow?: (present: ReadonlySet<string>) => Partial<Pick<ImportReader, 'columns' | 'compose'>>
}

const choiceMap = ({ columns, choiceNames = [] }: Pick<ImportReader, 'columns' | 'choiceNames'>) =>
  new Map(
    columns
      .flatMap((column) => ('choices' in column && !column.valuesByName ? column.choices : []))
      .flatMap((choice) =>
        [choice, ...choiceNames.flatMap((names) => names[choice] ?? [])].map(
          (name) => [fold(name), choice] as const,
        ),
      ),
  )

type LocatedProblem = { line: number | undefined; problem: CellProblem }

const cellName = ({ line, problem }: LocatedProblem): string => `${String(line)} ${problem.column ?? ''}`

/** Returns problems of cells found while reading them. */
const cellProblems = (cells: ReadCells, line: number | undefined): LocatedProblem[] =>
  [...cells].flatMap(([column, { problem }]) => (problem ? [{ line, problem: { column, ...problem } }] : []))

/** Locates issues in cells; reports one per cell, and skips cells in `reported`. */
const locateProblems = (
  reader: ImportReader,
  issues: readonly FieldIssue[],
  lines: LinesOf,
  reported: readonly LocatedProblem[],
): LocatedProblem[] => {
  const reportedCells = new Set(reported.map(cellName))
  return issues.flatMap(({ path, ...problem }) => {
    const { sheet, index = 0, column } = locate(reader, path)
    const line = sheet === undefined ? undefined : lines.get(sheet.name)?.[index]?.line
    const located: LocatedProblem = { line, problem: { column, ...problem } }
    if (reportedCells.has(cellName(located))) return []
    reportedCells.add(cellName(located))
    return [located]
  })
}

const validateRow = <Context extends ImportContext, Schema extends z.ZodObject>(
  reader: ImportReader<Context, Schema>,
  context: Context,
  { cells, lines, data }: ReadRow & { data: Readonly<Record<string, unknown>> },
): LocatedProblem[] => {
  const readProblems = [
    ...cellProblems(cells, undefined),
    ...[...lines.values()].flat().flatMap((one) => cellProblems(one.cells, one.line)),
  ]
  const parsed = reader.schema.safeParse(data, { reportInput: true })
  const columnIndex = ({ problem }: LocatedProblem) =>
    reader.columns.findIndex(({ key }) => key === problem.column)
  // Locating a problem needs only the columns.
  const untypedReader = reader as unknown as ImportReader
  if (!parsed.success)
    return [
      ...readProblems,
      ...locateProblems(untypedReader, fieldIssues(parsed.error), lines, readProblems),
    ].toSorted((a, b) => columnIndex(a) - columnIndex(b))
  if (!reader.validate) return readProblems
  const reportedCells = new Set(readProblems.map(cellName))
  const ruleProblems = reader.validate(parsed.data, context, { cells, lines }).map(({ path, ...problem }) => {
    const { sheet, index = 0, column } = locate(reader, path)
    const line = sheet && lines.get(sheet.name)?.[index]?.line
    return { line, problem: { column, ...problem } }
  })
  const isCertain = ({ problem }: LocatedProblem) =>
    readProblems.length === 0 || !reader.dependentProblems?.includes(problem.key)
  return [
    ...readProblems,
    ...ruleProblems.filter((one) => isCertain(one) && !reportedCells.has(cellName(one))),
  ]
}

const encoder = new TextEncoder()

/**
 * Identifies equal rows: SHA-256 over the filled cells by name. Ignores the column order and blank cells, so
 * that a template with new columns does not import everything again. spec §5
 */
const rowHash = async (cells: Readonly<Record<string, string>>): Promise<string> => {
  const filledCells = Object.entries(cells)
    .filter(([, text]) => text !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(JSON.stringify(filledCells)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const isFilled = ([, { text }]: readonly [string, ReadCell]): boolean => text !== ''
const toHashEntry = ([key, { text, hashText = text }]: readonly [string, ReadCell]) =>
  [key, hashText] as const

/** Returns the answers of further rows in order, without the columns that link them to the row. */
const lineHashEntries = (reader: HeaderReader, lines: LinesOf): [string, string][] =>
  (reader.sheets ?? []).flatMap(({ name, columns }) =>
    (lines.get(name) ?? []).flatMap(({ cells }, index) =>
      [...cells]
        .filter(isFilled)
        .filter(([key]) => columns.some((column) => column.key === key && column.path !== undefined))
        .map((cell) => toHashEntry(cell))
        .map(([key, text]): [string, string] => [`${name}.${String(index)}.${key}`, text]),
    ),
  )

const checkRow = async <Context extends ImportContext, Schema extends z.ZodObject>(
  reader: ImportReader<Context, Schema>,
  context: Context,
  { line, cells, lines, sheets }: FileRow & { line: number },
): Promise<CheckedRow> => {
  const filledCells = [...cells].filter(isFilled)
  const fields =
    reader.compose?.(cells, lines) ?? Object.fromEntries(filledCells.map(([key, { value }]) => [key, value]))
  const data = { ...fields, ...context.extra }
  const problems = validateRow(reader, context, { cells, lines, data })
  const rowLines = (reader.sheets ?? []).flatMap((sheet) =>
    (lines.get(sheet.name) ?? []).map((one) =>
      toCheckedLine(
        sheet,
        one,
        problems.filter((located) => located.line === one.line).map(({ problem }) => problem),
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
          ...Object.fromEntries([...filledCells.map(toHashEntry), ...lineHashEntries(reader, lines)]),
          ...context.extra,
        }),
    problems: problems.filter((one) => one.line === undefined).map(({ problem }) => problem),
    numbers: [...cells].flatMap(([key, { isNumber }]) => (isNumber ? [key] : [])),
    ...(rowLines.length > 0 && { lines: rowLines }),
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
  baseReader: ImportReader<Context, Schema>,
  context: Context,
): AsyncGenerator<Batch> {
  const present = { keys: new Set(header.flatMap(({ key }) => key ?? [])), sheets: new Set(sheets.keys()) }
  const reader = { ...baseReader, ...baseReader.narrow?.(present.keys) }
  const cellReader = { timeZone: context.timeZone, choiceNames: choiceMap(reader) }
  const readCells = cellsReader({ header }, reader.columns, cellReader)
  const readRows = rows.map(({ line, cells }) => ({ line, cells: readCells(cells) }))
  const mainRows = readRows.map(({ line, cells }) => ({ line, id: cells.get(idColumn)?.text ?? '' }))
  const { byRow, strays } = assignLines(sheets, reader.sheets ?? [], mainRows, cellReader)
  const noLines: LinesOf = new Map()
  const firstLines = new Map<string, number>()
  for (let start = 0; start < readRows.length; start += batchSize) {
    const batch = await Promise.all(
      readRows.slice(start, start + batchSize).map((row) =>
        checkRow(reader, context, {
          ...row,
          lines: byRow.get(row.line) ?? noLines,
          sheets: present.sheets,
        }),
      ),
    )
    const checkedRows = batch.map((row) => {
      const first = firstLines.get(row.hash)
      if (first === undefined) firstLines.set(row.hash, row.line)
      if (first === undefined || hasProblems(row)) return row
      const problem = { column: undefined, key: 'importer.errors.repeated' as const, params: { line: first } }
      return { ...row, problems: [problem] }
    })
    yield { rows: checkedRows, strays: start === 0 ? strays : [] }
  }
}
