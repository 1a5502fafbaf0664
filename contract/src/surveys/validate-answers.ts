import type { FieldProblem } from '../validation.ts'
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

export interface Asked {
  /** Language of the reader, for messages of the questionnaire. */
  language: string
  /** Current date, YYYY-MM-DD, in the time zone of the survey. */
  today: string
  /** The response is not finished: required answers may be missing. */
  partial?: boolean
  /**
   * The answers come from a file: hidden answers are refused instead of dropped, and problems name the key.
   */
  imported?: boolean
  /** The file has one cell per answer: problems are shown in their cells, so they need not name the key. */
  byCell?: boolean
}

export interface Judged {
  values: Answers
  problems: FieldProblem[]
  /** Whether a question, group or repeat is shown, given these answers; per row inside a repeat. */
  isShown: (key: string, row?: number) => boolean
}

/** Limits the number of reported problems. */
const mostProblems = 200
const mostKeysNamed = 20

type Given = Readonly<Record<string, unknown>>
type Cell = ReturnType<typeof readAnswer>

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const own = (from: Given, key: string): unknown => (Object.hasOwn(from, key) ? from[key] : undefined)

const pathOf = (key: string, repeat: string | undefined, row: number): string =>
  repeat === undefined ? key : `${repeat}.${String(row)}.${key}`

/** State of one validation: the given answers, which of them are shown, and the problems. */
class Reading {
  readonly problems: FieldProblem[] = []
  readonly #survey: SurveyDefinition
  readonly #compiled: CompiledSurvey
  readonly #asked: Asked
  /** One cell per question; inside a repeat, one per row. */
  readonly #cells = new Map<string, Cell[]>()
  readonly #rows = new Map<string, number>()
  readonly #shown = new Map<string, boolean[]>()

  constructor(survey: SurveyDefinition, asked: Asked) {
    this.#survey = survey
    this.#compiled = compileSurvey(survey)
    this.#asked = asked
  }

  read(given: unknown): Answers {
    if (!isObject(given)) {
      this.#tell({ path: '', key: 'validation.mixed.default', params: {} })
      return {}
    }
    this.#take(given)
    for (const one of this.#compiled.order) this.#show(one)
    const kept = this.#keep()
    if (this.#asked.imported) this.#refuseUnasked()
    return kept
  }

  #tell(problem: FieldProblem): void {
    if (this.problems.length < mostProblems) this.problems.push(problem)
  }

  #take(given: Given): void {
    this.#refuseUnknown(given, undefined, '')
    for (const { item, repeat } of this.#compiled.items.values()) {
      if (item.kind === 'repeat') this.#takeRows(item.key, own(given, item.key))
      if (item.kind === 'question' && repeat === undefined)
        this.#cells.set(item.key, [readAnswer(own(given, item.key), item, this.#survey)])
    }
  }

  #refuseUnknown(given: Given, repeat: string | undefined, prefix: string): void {
    for (const key of Object.keys(given)) {
      const target = this.#compiled.items.get(key)
      const known =
        target?.repeat === repeat &&
        (target?.item.kind === 'repeat' || (target?.item.kind === 'question' && target.item.type !== 'note'))
      const shown = key.slice(0, 64)
      if (!known)
        this.#tell({
          path: `${prefix}${shown}`,
          key: 'validation.object.noUnknown',
          params: { path: repeat ?? 'values', keys: shown },
        })
    }
  }

  /** Refuses answers to hidden questions. A form does not show them; a file would lose them silently. */
  #refuseUnasked(): void {
    const keys = [...this.#compiled.items.values()].flatMap((one) => this.#unasked(one))
    if (keys.length === 0) return
    if (this.#asked.byCell) {
      for (const path of keys)
        this.#tell({ path, key: 'entities.surveys.validation.notAskedHere', params: {} })
      return
    }
    const more = keys.length > mostKeysNamed ? ', …' : ''
    const params = { keys: keys.slice(0, mostKeysNamed).join(', ') + more }
    this.#tell({ path: '', key: 'entities.surveys.validation.notAsked', params })
  }

  /** Returns the paths of answers to hidden questions; a hidden repeat is named as a whole. */
  #unasked(one: CompiledItem): string[] {
    const { item, repeat } = one
    if (item.kind === 'repeat') return this.#rows.get(item.key) && !this.#isShown(one, 0) ? [item.key] : []
    const whole = repeat === undefined ? undefined : this.#compiled.items.get(repeat)
    if (item.kind === 'group' || (whole && !this.#isShown(whole, 0))) return []
    return (this.#cells.get(item.key) ?? []).flatMap((cell, row) => {
      const isAnswered = 'wrong' in cell || cell.answer !== undefined
      return isAnswered && !this.#isShown(one, row) ? [pathOf(item.key, repeat, row)] : []
    })
  }

  #takeRows(repeat: string, given: unknown): void {
    const rows = given === undefined || given === null ? [] : given
    const path = repeat
    if (!Array.isArray(rows) || !rows.every(isObject)) {
      this.#rows.set(repeat, 0)
      this.#tell({
        path,
        key: 'entities.surveys.validation.rows',
        params: { path: this.#named(this.#label(repeat), repeat) },
      })
      return
    }
    if (rows.length > answerLimits.rows)
      this.#tell({
        path,
        key: 'validation.array.max',
        params: { path: this.#named(this.#label(repeat), repeat), max: answerLimits.rows },
      })
    const taken = rows.slice(0, answerLimits.rows)
    this.#rows.set(repeat, taken.length)
    taken.forEach((row, index) => this.#refuseUnknown(row, repeat, `${repeat}.${String(index)}.`))
    for (const one of this.#compiled.items.values())
      if (one.repeat === repeat && one.item.kind === 'question') {
        const question = one.item
        this.#cells.set(
          question.key,
          taken.map((row) => readAnswer(own(row, question.key), question, this.#survey)),
        )
      }
  }

  /** Number of times that an item is asked: once, or once per row. */
  #times({ repeat }: CompiledItem): number {
    return repeat === undefined ? 1 : (this.#rows.get(repeat) ?? 0)
  }

  isShown(key: string, row: number): boolean {
    const one = this.#compiled.items.get(key)
    return one !== undefined && this.#isShown(one, row)
  }

  #isShown(one: CompiledItem, row: number): boolean {
    return this.#shown.get(one.item.key)?.[one.repeat === undefined ? 0 : row] ?? false
  }

  #show(one: CompiledItem): void {
    const { item, parent, relevant } = one
    const shown = Array.from({ length: this.#times(one) }, (_, row) => {
      if (parent && !this.#isShown(parent, row)) return false
      return relevant === undefined || holds(relevant, this.#scope(one, row, ''))
    })
    this.#shown.set(item.key, shown)
  }

  #answer(key: string, row: number): Answer | undefined {
    const cell = this.#cells.get(key)?.[row]
    return cell && 'answer' in cell ? cell.answer : undefined
  }

  /** A hidden answer is blank in expressions, as in ODK. */
  #scope({ repeat }: CompiledItem, row: number, self: Value): Scope {
    return {
      self,
      today: this.#asked.today,
      answer: (key) => {
        const target = this.#compiled.items.get(key)
        if (!target) return ''
        if (target.item.kind === 'repeat')
          return this.#isShown(target, 0) ? Array.from({ length: this.#rows.get(key) ?? 0 }, () => '') : []
        const at = (index: number) => scalarOf(this.#answer(key, index))
        if (target.repeat === undefined) return this.#isShown(target, 0) ? at(0) : ''
        if (target.repeat === repeat) return this.#isShown(target, row) ? at(row) : ''
        return Array.from({ length: this.#times(target) }, (_, index) => index)
          .filter((index) => this.#isShown(target, index))
          .map(at)
      },
    }
  }

  #words(texts: Texts | undefined): string | undefined {
    return textIn(texts, this.#asked.language, this.#survey)
  }

  #label(key: string): string {
    return this.#words(this.#compiled.items.get(key)?.item.labels) ?? key
  }

  #keep(): Answers {
    const kept: [string, Answer | AnswerRow[]][] = []
    for (const one of this.#compiled.items.values()) {
      const { item, repeat } = one
      if (repeat !== undefined || !this.#isShown(one, 0)) continue
      if (item.kind === 'repeat' && this.#rows.get(item.key)) kept.push([item.key, this.#keepRows(item.key)])
      if (item.kind === 'question') {
        const answer = this.#judge(one, item, 0)
        if (answer !== undefined) kept.push([item.key, answer])
      }
    }
    return Object.fromEntries(kept)
  }

  #keepRows(repeat: string): AnswerRow[] {
    const inside = [...this.#compiled.items.values()].filter((one) => one.repeat === repeat)
    return Array.from({ length: this.#rows.get(repeat) ?? 0 }, (_, row) => {
      const kept = inside.flatMap((one): [string, Answer][] => {
        if (one.item.kind !== 'question' || !this.#isShown(one, row)) return []
        const answer = this.#judge(one, one.item, row)
        return answer === undefined ? [] : [[one.item.key, answer]]
      })
      return Object.fromEntries(kept)
    })
  }

  /** Adds the key for files, where the user searches for it; on a form it would be noise. */
  #named(words: string, path: string): string {
    return this.#asked.imported && !this.#asked.byCell && words !== path ? `${words} (${path})` : words
  }

  #judge(one: CompiledItem, question: Question, row: number): Answer | undefined {
    const cell = this.#cells.get(question.key)?.[row]
    const path = pathOf(question.key, one.repeat, row)
    const label = { path: this.#named(this.#label(question.key), path) }
    if (!cell) return undefined
    if ('wrong' in cell) {
      this.#tell({ path, key: cell.wrong.key, params: { ...cell.wrong.params, ...label } })
      return undefined
    }
    const { answer } = cell
    if (answer === undefined) {
      if (question.required && question.type !== 'note' && !this.#asked.partial)
        this.#tell({
          path,
          ...this.#said(path, question.requiredMessages, { key: 'validation.mixed.required', params: label }),
        })
      return undefined
    }
    // A constraint applies only to a given answer.
    if (one.constraint && !holds(one.constraint, this.#scope(one, row, scalarOf(answer))))
      this.#tell({
        path,
        ...this.#said(path, question.constraintMessages, {
          key: 'entities.surveys.validation.constraint',
          params: label,
        }),
      })
    return answer
  }

  #said(
    path: string,
    texts: Texts | undefined,
    otherwise: Omit<FieldProblem, 'path'>,
  ): Omit<FieldProblem, 'path'> {
    const words = this.#words(texts)
    if (words === undefined) return otherwise
    return { key: 'entities.surveys.validation.words', params: { message: this.#named(words, path) } }
  }
}

/** Validates like validateAnswers(), and also returns which items are shown. */
export const judgeAnswers = (survey: SurveyDefinition, values: unknown, asked: Asked): Judged => {
  const reading = new Reading(survey, asked)
  return {
    values: reading.read(values),
    problems: reading.problems,
    isShown: (key, row = 0) => reading.isShown(key, row),
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
  asked: Asked,
): Omit<Judged, 'isShown'> => {
  const { isShown: _, ...judged } = judgeAnswers(survey, values, asked)
  return judged
}
