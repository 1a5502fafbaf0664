import { serverIssues } from '../error-details.ts'
import { messageOf } from '../errors.ts'
import type { ApiError } from '../errors.ts'
import { t, textOf } from '../i18n.ts'
import { hasProblems } from './checked-row.ts'
import type { CellProblem, CheckedLine, CheckedRow, Difference } from './checked-row.ts'
import type { ImportColumn, ImportSheet } from './columns.ts'
import { locate } from './locate.ts'
import { columnText } from './texts.ts'

/** Status of a row. spec §4 */
export type RowState = 'pending' | 'imported' | 'error'

/**
 * `before`: rows refused because they are already stored. They are listed separately, because there is
 * nothing to fix.
 */
export type RowGroup = RowState | 'before'

/** Why a row was refused: the text and the cell. */
export interface RowProblem {
  column: string | undefined
  text: string
  /** Row of a further sheet that contains the cell. */
  at?: { sheet: string; line: number }
}

/** Columns of the first sheet and further sheets of an importer. */
export interface ImportShape {
  columns: readonly ImportColumn[]
  sheets?: readonly ImportSheet[]
}

/** Returns the expected format of a date, a time or answers; other columns have none. */
const formatHint = (column: ImportColumn): string | undefined => {
  if (column.kind === 'json') return t('importer.formats.json', { example: column.example })
  return column.kind === 'date' || column.kind === 'time' ? t(`importer.formats.${column.kind}`) : undefined
}

const toRowProblem = (
  columns: readonly ImportColumn[],
  { column: key, ...problem }: CellProblem,
): RowProblem => {
  const column = columns.find((one) => one.key === key)
  const path = column ? columnText(column.label) : ''
  const text = textOf(problem.key, { path, ...problem.params }) ?? problem.key
  const isGeneric = problem.key === 'validation.mixed.default' && !('path' in problem.params)
  const hint = column && isGeneric ? formatHint(column) : undefined
  return { column: column?.key, text: hint === undefined ? text : `${text}. ${hint}` }
}

const prefix = 'data.'

/** Returns the problems of a server refusal, at their cells if the response names them. spec §8 */
const refusalProblems = (shape: ImportShape, row: CheckedRow | undefined, error: ApiError): RowProblem[] => {
  const issues = serverIssues(error).flatMap(({ path, key, params, message }): RowProblem[] => {
    if (!path.startsWith(prefix)) return []
    const { sheet, index = 0, column } = locate(shape, path.slice(prefix.length))
    const knownColumn = (sheet?.columns ?? shape.columns).find((one) => one.key === column)
    const text = textOf(key, { path: knownColumn ? columnText(knownColumn.label) : '', ...params }) ?? message
    if (!knownColumn) return []
    const line = row?.lines?.filter((one) => one.sheet === sheet?.name)[index]
    return [{ column: knownColumn.key, text, ...(line && { at: { sheet: line.sheet, line: line.line } }) }]
  })
  return issues.length > 0 ? issues : [{ column: undefined, text: messageOf(error) }]
}

const lineProblems = ({ sheets = [] }: ImportShape, { sheet, line, problems }: CheckedLine): RowProblem[] => {
  const columns = sheets.find(({ name }) => name === sheet)?.columns ?? []
  return problems.map((problem) => ({ ...toRowProblem(columns, problem), at: { sheet, line } }))
}

/** A row of a further sheet, as shown. */
export interface ShownLine extends CheckedLine {
  /** Line of its row in the first sheet; undefined for a stray row. */
  row: number | undefined
  rowProblems: readonly RowProblem[]
}

export interface Counts {
  all: number
  pending: number
  imported: number
  /** Stored by an earlier run of the same file. */
  before: number
  bad: number
}

const notifyMs = 200

/**
 * Rows of a file and their status, outside React: a changed row re-renders only itself, and the counts are
 * throttled.
 */
export class ImportRows {
  readonly rows: readonly CheckedRow[]
  readonly #shape: ImportShape
  readonly #strays: readonly CheckedLine[]
  readonly #groups: RowGroup[]
  readonly #refusals = new Map<number, RowProblem[]>()
  readonly #differences = new Map<number, readonly Difference[]>()
  readonly #rowListeners = new Map<number, Set<() => void>>()
  readonly #listeners = new Set<() => void>()
  #counts: Counts
  #publishedCounts: Counts
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(rows: readonly CheckedRow[], shape: ImportShape, strayLines: readonly CheckedLine[] = []) {
    this.rows = rows
    this.#shape = shape
    this.#strays = strayLines
    this.#groups = rows.map((row) => (hasProblems(row) ? 'error' : 'pending'))
    const bad = this.#groups.filter((group) => group === 'error').length
    this.#counts = { all: rows.length, pending: rows.length - bad, imported: 0, before: 0, bad }
    this.#publishedCounts = this.#counts
  }

  stateOf = (index: number): RowState => {
    const group = this.#groups[index] ?? 'pending'
    return group === 'before' ? 'error' : group
  }

  isStoredBefore = (index: number): boolean => this.#groups[index] === 'before'

  problemsOf(index: number): readonly RowProblem[] {
    const row = this.rows[index]
    const refusal = this.#refusals.get(index)
    if (refusal || !row) return refusal ?? []
    return [
      ...row.problems.map((one) => toRowProblem(this.#shape.columns, one)),
      ...(row.lines ?? []).flatMap((line) => lineProblems(this.#shape, line)),
    ]
  }

  /** Number of rows of further sheets that belong to no row of the first sheet. */
  get strayCount(): number {
    return this.#strays.length
  }

  /** Returns the rows of a further sheet in file order. */
  linesOf(sheet: string): ShownLine[] {
    const rowLines = this.rows.flatMap((row, index) =>
      (row.lines ?? [])
        .filter((line) => line.sheet === sheet)
        .map((line) => ({
          ...line,
          row: row.line,
          rowProblems: this.problemsOf(index).filter(
            ({ at }) => at?.sheet === sheet && at.line === line.line,
          ),
        })),
    )
    const strayLines = this.#strays
      .filter((line) => line.sheet === sheet)
      .map((line) => ({ ...line, row: undefined, rowProblems: lineProblems(this.#shape, line) }))
    return [...rowLines, ...strayLines].toSorted((a, b) => a.line - b.line)
  }

  counts = (): Counts => this.#publishedCounts

  /** Returns the next rows to send. */
  nextPending(max: number): number[] {
    const indexes: number[] = []
    for (let index = 0; index < this.#groups.length && indexes.length < max; index += 1)
      if (this.#groups[index] === 'pending') indexes.push(index)
    return indexes
  }

  indexesInGroup(wantedGroup: RowGroup): number[] {
    return this.#groups.flatMap((group, index) => (group === wantedGroup ? [index] : []))
  }

  markImported(index: number): void {
    this.#setGroup(index, 'imported')
  }

  markRefused(index: number, error: ApiError): void {
    this.#refusals.set(index, refusalProblems(this.#shape, this.rows[index], error))
    this.#setGroup(index, error.code === 'importer.errors.importHashExistent' ? 'before' : 'error')
  }

  /** The record has changed since the comparison: refuses the row with the current differences. */
  markOutdated(
    index: number,
    { key, differences }: { key: string; differences: readonly Difference[] },
  ): void {
    this.#refusals.set(index, [{ column: undefined, text: textOf(key) ?? key }])
    this.#differences.set(index, differences)
    this.#setGroup(index, 'error')
  }

  differencesOf(index: number): readonly Difference[] {
    return this.#differences.get(index) ?? this.rows[index]?.update?.differences ?? []
  }

  #setGroup(index: number, group: Exclude<RowGroup, 'pending'>): void {
    this.#groups[index] = group
    const countName = group === 'error' ? 'bad' : group
    this.#counts = {
      ...this.#counts,
      pending: this.#counts.pending - 1,
      [countName]: this.#counts[countName] + 1,
    }
    for (const listener of this.#rowListeners.get(index) ?? []) listener()
    this.#timer ??= setTimeout(() => this.flush(), notifyMs)
  }

  /** Publishes the current counts at once. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#publishedCounts = this.#counts
    for (const listener of this.#listeners) listener()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  subscribeTo(index: number, listener: () => void): () => void {
    const listeners = this.#rowListeners.get(index) ?? new Set()
    this.#rowListeners.set(index, listeners.add(listener))
    return () => listeners.delete(listener)
  }
}
