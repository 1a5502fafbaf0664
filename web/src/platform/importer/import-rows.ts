import { messageOf } from '../errors.ts'
import type { ApiError } from '../errors.ts'
import { serverIssues } from '../form/form-shape.ts'
import { label, t, textOf } from '../i18n.ts'
import type { CellProblem, CheckedRow } from './checked-row.ts'
import type { ImportColumn } from './columns.ts'

/** spec §4 */
export type RowState = 'pending' | 'imported' | 'error'

/** `before`: rows whose error is that they are stored already. They are listed apart, because there is nothing to fix. */
export type RowGroup = RowState | 'before'

/** Why a row was refused: in words, and at which of its columns. */
export interface RowProblem {
  column: string | undefined
  text: string
}

/** What a wrong date, time or answer should have been; other columns have no format to tell. */
const formatHint = (column: ImportColumn): string | undefined => {
  if (column.kind === 'json') return t('importer.formats.json', { example: column.example })
  return column.kind === 'date' || column.kind === 'time' ? t(`importer.formats.${column.kind}`) : undefined
}

const sentence = (columns: readonly ImportColumn[], { column: key, ...problem }: CellProblem): RowProblem => {
  const column = columns.find((one) => one.key === key)
  const path = column ? label(column.label) : ''
  const text = textOf(problem.key, { path, ...problem.params }) ?? problem.key
  const isVague = problem.key === 'validation.mixed.default' && !('path' in problem.params)
  const hint = column && isVague ? formatHint(column) : undefined
  return { column: column?.key, text: hint === undefined ? text : `${text}. ${hint}` }
}

const prefix = 'data.'

/** A refusal by the server, at its cells where it names them. spec §8 */
const refusalProblems = (columns: readonly ImportColumn[], error: ApiError): RowProblem[] => {
  const issues = serverIssues(error).flatMap(({ path, key, params, message }) => {
    const column = path.startsWith(prefix) ? path.slice(prefix.length).split('.')[0] : undefined
    const known = columns.find((one) => one.key === column)
    const text = textOf(key, { path: known ? label(known.label) : '', ...params }) ?? message
    return known ? [{ column: known.key, text }] : []
  })
  return issues.length > 0 ? issues : [{ column: undefined, text: messageOf(error) }]
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
 * The rows of a file and what has become of them, outside of React: a row that changes renders itself, the figures
 * follow some times a second, and nothing else does.
 */
export class ImportRows {
  readonly rows: readonly CheckedRow[]
  readonly #columns: readonly ImportColumn[]
  readonly #groups: RowGroup[]
  readonly #refusals = new Map<number, RowProblem[]>()
  readonly #rowListeners = new Map<number, Set<() => void>>()
  readonly #listeners = new Set<() => void>()
  #counts: Counts
  #shown: Counts
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(rows: readonly CheckedRow[], columns: readonly ImportColumn[]) {
    this.rows = rows
    this.#columns = columns
    this.#groups = rows.map(({ problems }) => (problems.length > 0 ? 'error' : 'pending'))
    const bad = this.#groups.filter((group) => group === 'error').length
    this.#counts = { all: rows.length, pending: rows.length - bad, imported: 0, before: 0, bad }
    this.#shown = this.#counts
  }

  stateOf = (index: number): RowState => {
    const group = this.#groups[index] ?? 'pending'
    return group === 'before' ? 'error' : group
  }

  isStoredBefore = (index: number): boolean => this.#groups[index] === 'before'

  problemsOf(index: number): readonly RowProblem[] {
    const row = this.rows[index]
    return this.#refusals.get(index) ?? row?.problems.map((one) => sentence(this.#columns, one)) ?? []
  }

  counts = (): Counts => this.#shown

  /** The next rows to send. */
  pending(most: number): number[] {
    const found: number[] = []
    for (let index = 0; index < this.#groups.length && found.length < most; index += 1)
      if (this.#groups[index] === 'pending') found.push(index)
    return found
  }

  inGroup(wanted: RowGroup): number[] {
    return this.#groups.flatMap((group, index) => (group === wanted ? [index] : []))
  }

  imported(index: number): void {
    this.#settle(index, 'imported')
  }

  refused(index: number, error: ApiError): void {
    this.#refusals.set(index, refusalProblems(this.#columns, error))
    this.#settle(index, error.code === 'importer.errors.importHashExistent' ? 'before' : 'error')
  }

  #settle(index: number, group: Exclude<RowGroup, 'pending'>): void {
    this.#groups[index] = group
    const counted = group === 'error' ? 'bad' : group
    this.#counts = {
      ...this.#counts,
      pending: this.#counts.pending - 1,
      [counted]: this.#counts[counted] + 1,
    }
    for (const listener of this.#rowListeners.get(index) ?? []) listener()
    this.#timer ??= setTimeout(() => this.flush(), notifyMs)
  }

  /** Tells the figures as they are now. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#shown = this.#counts
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
