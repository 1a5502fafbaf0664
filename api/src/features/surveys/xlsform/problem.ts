import { isDeepStrictEqual } from 'node:util'

import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { translateIfKnown, translator } from '@baseline/contract/messages/translate.ts'
import type { Language, MessageKey } from '@baseline/contract/messages/translate.ts'
import { columnLetters } from '@baseline/tabular/column-letters.ts'

type ProblemKey = Extract<MessageKey, `entities.surveys.${'xlsform' | 'expression'}.${string}`>

/** A problem in a questionnaire, with its cell. */
export interface FormProblem {
  readonly sheet: string
  readonly row: number
  /** The column letters of the spreadsheet: A, B, … */
  readonly column: string
  readonly key: ProblemKey
  readonly params: Record<string, string | number>
}

/** Maximum reported problems; an author with more fixes these first. */
const maxProblems = 100

/** Refuses a questionnaire, with all of its problems. */
export class XlsFormError extends Error {
  readonly problems: readonly FormProblem[]

  constructor(problems: readonly FormProblem[]) {
    super(problems.map(({ sheet, row, column, key }) => `${sheet}!${column}${String(row)} ${key}`).join('\n'))
    this.problems = problems
  }
}

/** Collects problems, to report all of them at once. */
export class Problems {
  readonly #problems: FormProblem[] = []

  /** Rows and columns count from 1. */
  add(
    sheet: string,
    [row, column]: readonly [number, number],
    key: ProblemKey,
    params: FormProblem['params'] = {},
  ): void {
    const problem = { sheet, row, column: columnLetters(column), key, params }
    // A cell may be checked more than once; each problem is reported once.
    const isKnown = this.#problems.some((one) => isDeepStrictEqual(one, problem))
    if (!isKnown && this.#problems.length < maxProblems) this.#problems.push(problem)
  }

  throwIfAny(): void {
    if (this.#problems.length > 0) throw new XlsFormError(this.#problems)
  }
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
