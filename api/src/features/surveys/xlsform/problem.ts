import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import { columnLetters } from '@baseline/tabular/column-letters.ts'

type ProblemKey = Extract<MessageKey, `entities.surveys.${'xlsform' | 'expression' | 'phones'}.${string}`>

/** A problem in a questionnaire, with its cell. */
export interface FormProblem {
  readonly sheet: string
  readonly row: number
  /** The column letters of the spreadsheet: A, B, … */
  readonly column: string
  readonly key: ProblemKey
  readonly params: Record<string, string | number>
}

/** Maximum number of reported problems, and of warnings; an author with more fixes these first. */
const maxReported = 100

/** Refuses a questionnaire, with all of its problems. */
export class XlsFormError extends Error {
  readonly problems: readonly FormProblem[]
  readonly warnings: readonly FormProblem[]

  constructor(problems: readonly FormProblem[], warnings: readonly FormProblem[]) {
    super(problems.map(({ sheet, row, column, key }) => `${sheet}!${column}${String(row)} ${key}`).join('\n'))
    this.problems = problems
    this.warnings = warnings
  }
}

/** Problems by cell and message: a cell may be checked more than once, and each problem is reported once. */
type Reported = Map<string, FormProblem>

/** Collects problems, which refuse the workbook, and warnings, which do not. Reports all of them at once. */
export class Problems {
  readonly #problems: Reported = new Map()
  readonly #warnings: Reported = new Map()

  /** Rows and columns count from 1. */
  add(
    sheet: string,
    place: readonly [number, number],
    key: ProblemKey,
    params: FormProblem['params'] = {},
  ): void {
    report(this.#problems, sheet, place, key, params)
  }

  /** Reports a place that the reader had to interpret, or content that it ignores. */
  warn(
    sheet: string,
    place: readonly [number, number],
    key: ProblemKey,
    params: FormProblem['params'] = {},
  ): void {
    report(this.#warnings, sheet, place, key, params)
  }

  /** Further problems are not reported. */
  get isFull(): boolean {
    return this.#problems.size >= maxReported
  }

  get warnings(): readonly FormProblem[] {
    return [...this.#warnings.values()]
  }

  throwAll(): never {
    throw new XlsFormError([...this.#problems.values()], this.warnings)
  }

  throwIfAny(): void {
    if (this.#problems.size > 0) this.throwAll()
  }
}

/** Maximum length of a text from the workbook in a message. */
const maxQuoted = 200

const shorten = (value: string | number): string | number =>
  typeof value === 'string' && value.length > maxQuoted
    ? `${value.slice(0, maxQuoted).toWellFormed()}…`
    : value

const report = (
  reported: Reported,
  sheet: string,
  [row, column]: readonly [number, number],
  key: ProblemKey,
  given: FormProblem['params'],
): void => {
  if (reported.size >= maxReported) return
  const params = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, shorten(value)]))
  const identity = [sheet, row, column, key, ...Object.values(params)].join('\n')
  if (!reported.has(identity))
    reported.set(identity, { sheet, row, column: columnLetters(column), key, params })
}
