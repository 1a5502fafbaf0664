import type { FieldIssue } from '../validation.ts'
import { scalarOf } from './answers.ts'
import type { Answer, AnswerRow, Answers } from './answers.ts'
import { compileSurvey } from './compile-survey.ts'
import type { CompiledItem, CompiledSurvey } from './compile-survey.ts'
import type { Value } from './expression/convert.ts'
import { holds } from './expression/evaluate.ts'
import type { Scope } from './expression/evaluate.ts'
import { textIn } from './master.ts'
import type { Question, SurveyDefinition, Texts } from './master.ts'
import { answerLimits, readAnswer } from './read-answer.ts'

export interface ValidationOptions {
  /** Language of the reader, for messages of the questionnaire. */
  language: string
  /** Current date, YYYY-MM-DD, in the time zone of the survey. */
  today: string
  /** The response is not finished: required answers may be missing. */
  partial?: boolean
  /**
   * The answers come from a file: hidden answers are refused instead of dropped, and issues name the key.
   */
  imported?: boolean
  /** The file has one cell per answer: issues are shown in their cells, so they need not name the key. */
  byCell?: boolean
}

export interface ValidationResult {
  values: Answers
  issues: FieldIssue[]
  /** Whether a question, group or repeat is shown, given these answers; per row inside a repeat. */
  isShown: (key: string, row?: number) => boolean
}

/** Limits the number of reported issues. */
const maxIssues = 200
const maxListedKeys = 20

type InputValues = Readonly<Record<string, unknown>>
type Cell = ReturnType<typeof readAnswer>

const isObject = (value: unknown): value is InputValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ownValue = (from: InputValues, key: string): unknown =>
  Object.hasOwn(from, key) ? from[key] : undefined

const pathOf = (key: string, repeat: string | undefined, row: number): string =>
  repeat === undefined ? key : `${repeat}.${String(row)}.${key}`

/** State of one validation: the given answers, which of them are shown, and the issues. */
class Validation {
  readonly issues: FieldIssue[] = []
  readonly #survey: SurveyDefinition
  readonly #compiled: CompiledSurvey
  readonly #options: ValidationOptions
  /** One cell per question; inside a repeat, one per row. */
  readonly #cells = new Map<string, Cell[]>()
  readonly #rows = new Map<string, number>()
  readonly #visible = new Map<string, boolean[]>()

  constructor(survey: SurveyDefinition, options: ValidationOptions) {
    this.#survey = survey
    this.#compiled = compileSurvey(survey)
    this.#options = options
  }

  validate(input: unknown): Answers {
    if (!isObject(input)) {
      this.#report({ path: '', key: 'validation.mixed.default', params: {} })
      return {}
    }
    this.#readAnswers(input)
    for (const compiled of this.#compiled.order) this.#computeVisible(compiled)
    const answers = this.#collectAnswers()
    if (this.#options.imported) this.#reportHidden()
    return answers
  }

  #report(issue: FieldIssue): void {
    if (this.issues.length < maxIssues) this.issues.push(issue)
  }

  #readAnswers(input: InputValues): void {
    this.#reportUnknown(input, undefined, '')
    for (const { item, repeat } of this.#compiled.items.values()) {
      if (item.kind === 'repeat') this.#readRows(item.key, ownValue(input, item.key))
      if (item.kind === 'question' && repeat === undefined)
        this.#cells.set(item.key, [readAnswer(ownValue(input, item.key), item, this.#survey)])
    }
  }

  #reportUnknown(input: InputValues, repeat: string | undefined, prefix: string): void {
    for (const key of Object.keys(input)) {
      const target = this.#compiled.items.get(key)
      const isKnown =
        target?.repeat === repeat &&
        (target?.item.kind === 'repeat' || (target?.item.kind === 'question' && target.item.type !== 'note'))
      const shortKey = key.slice(0, 64)
      if (!isKnown)
        this.#report({
          path: `${prefix}${shortKey}`,
          key: 'validation.object.noUnknown',
          params: { path: repeat ?? 'values', keys: shortKey },
        })
    }
  }

  /** Refuses answers to hidden questions. A form does not show them; a file would lose them silently. */
  #reportHidden(): void {
    const keys = [...this.#compiled.items.values()].flatMap((compiled) => this.#hiddenPaths(compiled))
    if (keys.length === 0) return
    if (this.#options.byCell) {
      for (const path of keys)
        this.#report({ path, key: 'entities.surveys.validation.notAskedHere', params: {} })
      return
    }
    const more = keys.length > maxListedKeys ? ', …' : ''
    const params = { keys: keys.slice(0, maxListedKeys).join(', ') + more }
    this.#report({ path: '', key: 'entities.surveys.validation.notAsked', params })
  }

  /** Returns the paths of answers to hidden questions; a hidden repeat is named as a whole. */
  #hiddenPaths(compiled: CompiledItem): string[] {
    const { item, repeat } = compiled
    if (item.kind === 'repeat')
      return this.#rows.get(item.key) && !this.#isShown(compiled, 0) ? [item.key] : []
    const enclosingRepeat = repeat === undefined ? undefined : this.#compiled.items.get(repeat)
    if (item.kind === 'group' || (enclosingRepeat && !this.#isShown(enclosingRepeat, 0))) return []
    return (this.#cells.get(item.key) ?? []).flatMap((cell, row) => {
      const isAnswered = 'wrong' in cell || cell.answer !== undefined
      return isAnswered && !this.#isShown(compiled, row) ? [pathOf(item.key, repeat, row)] : []
    })
  }

  #readRows(repeat: string, input: unknown): void {
    const rows = input === undefined || input === null ? [] : input
    const path = repeat
    if (!Array.isArray(rows) || !rows.every(isObject)) {
      this.#rows.set(repeat, 0)
      this.#report({
        path,
        key: 'entities.surveys.validation.rows',
        params: { path: this.#withKey(this.#label(repeat), repeat) },
      })
      return
    }
    if (rows.length > answerLimits.rows)
      this.#report({
        path,
        key: 'validation.array.max',
        params: { path: this.#withKey(this.#label(repeat), repeat), max: answerLimits.rows },
      })
    const limitedRows = rows.slice(0, answerLimits.rows)
    this.#rows.set(repeat, limitedRows.length)
    limitedRows.forEach((row, index) => this.#reportUnknown(row, repeat, `${repeat}.${String(index)}.`))
    for (const compiled of this.#compiled.items.values())
      if (compiled.repeat === repeat && compiled.item.kind === 'question') {
        const question = compiled.item
        this.#cells.set(
          question.key,
          limitedRows.map((row) => readAnswer(ownValue(row, question.key), question, this.#survey)),
        )
      }
  }

  /** Number of times that an item is asked: once, or once per row. */
  #rowCount({ repeat }: CompiledItem): number {
    return repeat === undefined ? 1 : (this.#rows.get(repeat) ?? 0)
  }

  isShown(key: string, row: number): boolean {
    const compiled = this.#compiled.items.get(key)
    return compiled !== undefined && this.#isShown(compiled, row)
  }

  #isShown(compiled: CompiledItem, row: number): boolean {
    return this.#visible.get(compiled.item.key)?.[compiled.repeat === undefined ? 0 : row] ?? false
  }

  #computeVisible(compiled: CompiledItem): void {
    const { item, parent, relevant } = compiled
    const visible = Array.from({ length: this.#rowCount(compiled) }, (_, row) => {
      if (parent && !this.#isShown(parent, row)) return false
      return relevant === undefined || holds(relevant, this.#scope(compiled, row, ''))
    })
    this.#visible.set(item.key, visible)
  }

  #answer(key: string, row: number): Answer | undefined {
    const cell = this.#cells.get(key)?.[row]
    return cell && 'answer' in cell ? cell.answer : undefined
  }

  /** A hidden answer is blank in expressions, as in ODK. */
  #scope({ repeat }: CompiledItem, row: number, self: Value): Scope {
    return {
      self,
      today: this.#options.today,
      answer: (key) => {
        const target = this.#compiled.items.get(key)
        if (!target) return ''
        if (target.item.kind === 'repeat')
          return this.#isShown(target, 0) ? Array.from({ length: this.#rows.get(key) ?? 0 }, () => '') : []
        const answerAt = (index: number) => scalarOf(this.#answer(key, index))
        if (target.repeat === undefined) return this.#isShown(target, 0) ? answerAt(0) : ''
        if (target.repeat === repeat) return this.#isShown(target, row) ? answerAt(row) : ''
        return Array.from({ length: this.#rowCount(target) }, (_, index) => index)
          .filter((index) => this.#isShown(target, index))
          .map(answerAt)
      },
    }
  }

  #translate(texts: Texts | undefined): string | undefined {
    return textIn(texts, this.#options.language, this.#survey)
  }

  #label(key: string): string {
    return this.#translate(this.#compiled.items.get(key)?.item.labels) ?? key
  }

  #collectAnswers(): Answers {
    const entries: [string, Answer | AnswerRow[]][] = []
    for (const compiled of this.#compiled.items.values()) {
      const { item, repeat } = compiled
      if (repeat !== undefined || !this.#isShown(compiled, 0)) continue
      if (item.kind === 'repeat' && this.#rows.get(item.key))
        entries.push([item.key, this.#collectRows(item.key)])
      if (item.kind === 'question') {
        const answer = this.#validateAnswer(compiled, item, 0)
        if (answer !== undefined) entries.push([item.key, answer])
      }
    }
    return Object.fromEntries(entries)
  }

  #collectRows(repeat: string): AnswerRow[] {
    const innerItems = [...this.#compiled.items.values()].filter((compiled) => compiled.repeat === repeat)
    return Array.from({ length: this.#rows.get(repeat) ?? 0 }, (_, row) => {
      const entries = innerItems.flatMap((compiled): [string, Answer][] => {
        if (compiled.item.kind !== 'question' || !this.#isShown(compiled, row)) return []
        const answer = this.#validateAnswer(compiled, compiled.item, row)
        return answer === undefined ? [] : [[compiled.item.key, answer]]
      })
      return Object.fromEntries(entries)
    })
  }

  /** Adds the key for files, where the user searches for it; on a form it would be noise. */
  #withKey(words: string, path: string): string {
    return this.#options.imported && !this.#options.byCell && words !== path ? `${words} (${path})` : words
  }

  #validateAnswer(compiled: CompiledItem, question: Question, row: number): Answer | undefined {
    const cell = this.#cells.get(question.key)?.[row]
    const path = pathOf(question.key, compiled.repeat, row)
    const label = { path: this.#withKey(this.#label(question.key), path) }
    if (!cell) return undefined
    if ('wrong' in cell) {
      this.#report({ path, key: cell.wrong.key, params: { ...cell.wrong.params, ...label } })
      return undefined
    }
    const { answer } = cell
    if (answer === undefined) {
      if (question.required && question.type !== 'note' && !this.#options.partial)
        this.#report({
          path,
          ...this.#toMessage(path, question.requiredMessages, {
            key: 'validation.mixed.required',
            params: label,
          }),
        })
      return undefined
    }
    // A constraint applies only to a given answer.
    if (compiled.constraint && !holds(compiled.constraint, this.#scope(compiled, row, scalarOf(answer))))
      this.#report({
        path,
        ...this.#toMessage(path, question.constraintMessages, {
          key: 'entities.surveys.validation.constraint',
          params: label,
        }),
      })
    return answer
  }

  #toMessage(
    path: string,
    texts: Texts | undefined,
    fallback: Omit<FieldIssue, 'path'>,
  ): Omit<FieldIssue, 'path'> {
    const words = this.#translate(texts)
    if (words === undefined) return fallback
    return { key: 'entities.surveys.validation.words', params: { message: this.#withKey(words, path) } }
  }
}

/** Validates like validateAnswers(), and also returns which items are shown. */
export const validateWithVisibility = (
  survey: SurveyDefinition,
  values: unknown,
  options: ValidationOptions,
): ValidationResult => {
  const validation = new Validation(survey, options)
  return {
    values: validation.validate(values),
    issues: validation.issues,
    isShown: (key, row = 0) => validation.isShown(key, row),
  }
}

/**
 * Validates the answers of a response against its questionnaire, on the server and in the form. Hidden
 * answers are neither required nor stored; in a file they are refused. Paths are relative to `values`: `age`,
 * or `members.0.age`. spec §5
 */
export const validateAnswers = (
  survey: SurveyDefinition,
  values: unknown,
  options: ValidationOptions,
): Omit<ValidationResult, 'isShown'> => {
  const { isShown: _, ...result } = validateWithVisibility(survey, values, options)
  return result
}
