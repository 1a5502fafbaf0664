import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { translateIfKnown, translator } from '@baseline/contract/messages/translate.ts'
import type { Language, MessageKey } from '@baseline/contract/messages/translate.ts'
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

const report = (
  reported: Reported,
  sheet: string,
  [row, column]: readonly [number, number],
  key: ProblemKey,
  params: FormProblem['params'],
): void => {
  if (reported.size >= maxReported) return
  const identity = [sheet, row, column, key, ...Object.values(params)].join('\n')
  if (!reported.has(identity))
    reported.set(identity, { sheet, row, column: columnLetters(column), key, params })
}

/** Translates a problem, with its cell. */
export const formatProblem = (
  language: Language,
  { sheet, row, column, key, params }: FormProblem,
): string => {
  const problem = translateIfKnown(messagesByLanguage[language], key, params) ?? key
  return translator(messagesByLanguage[language])('entities.surveys.xlsform.at', {
    sheet,
    row,
    column,
    problem,
  })
}

export const formatWarning = (language: Language, warning: FormProblem): string =>
  translator(messagesByLanguage[language])('entities.surveys.xlsform.warningAt', {
    text: formatProblem(language, warning),
  })
