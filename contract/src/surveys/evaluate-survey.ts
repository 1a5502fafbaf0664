import { scalarOf } from './answers.ts'
import type { Answer } from './answers.ts'
import { choicesWith, columnOf, listOf } from './choice-lists.ts'
import { compileSurvey } from './compile-survey.ts'
import type { CompiledItem, CompiledSurvey } from './compile-survey.ts'
import { toNumber, toText } from './expression/convert.ts'
import type { Scalar, Value } from './expression/convert.ts'
import { evaluate, holds, referencesOf } from './expression/evaluate.ts'
import type { Scope } from './expression/evaluate.ts'
import type { Expression } from './expression/parse.ts'
import type { Choice, Question, SurveyDefinition } from './master.ts'
import { answerLimits, readAnswer } from './read-answer.ts'

export interface Clock {
  /** Current date, YYYY-MM-DD, in the time zone of the survey. */
  today: string
  /** Current date and time, YYYY-MM-DDTHH:mm, in the time zone of the survey; by default the start of today. */
  now?: string
}

export type InputValues = Readonly<Record<string, unknown>>
export type Cell = ReturnType<typeof readAnswer>

export const ownValue = (from: InputValues, key: string): unknown =>
  Object.hasOwn(from, key) ? from[key] : undefined

const noAnswer: Cell = { answer: undefined }

/** Converts the result of an expression, or the text of a constant, to the input of a question. */
export const inputOf = ({ type, result }: Question, value: Value): unknown => {
  switch (type) {
    case 'calculated':
      return result === 'number' ? finiteNumber(value) : toText(value)
    case 'integer':
    case 'number':
    case 'range':
      return finiteNumber(value)
    case 'choices':
    case 'rank':
      return toText(value).split(/\s+/).filter(Boolean)
    case 'location': {
      const [latitude, longitude, , accuracy] = toText(value).trim().split(/\s+/).map(Number)
      if (latitude === undefined || longitude === undefined) return undefined
      return { latitude, longitude, ...(accuracy !== undefined && { accuracy }) }
    }
    default:
      return toText(value)
  }
}

const finiteNumber = (value: Value): number | undefined => {
  const number = toNumber(value)
  return Number.isFinite(number) ? number : undefined
}

/** Returns a condition `column = value` that every chosen choice meets, so that an index can find the choices. */
const findIndexable = (filter: Expression): { column: string; value: Expression } | undefined => {
  if (filter.kind !== 'operation') return undefined
  const { left, right, operator } = filter
  if (operator === 'and') return findIndexable(left) ?? findIndexable(right)
  if (operator !== '=') return undefined
  const [attribute, value] = left.kind === 'attribute' ? [left, right] : [right, left]
  if (attribute.kind !== 'attribute' || referencesOf(value).attributes.size > 0) return undefined
  return { column: attribute.name, value }
}

/** The last selection of each filter, by question and row, with the values that it depends on. */
const selections = new WeakMap<CompiledItem, Map<number, { key: string; choices: readonly Choice[] }>>()

/**
 * The given answers of a response, and what follows from them: which items are shown, the rows of repeats and
 * the results of calculations.
 */
export class SurveyState {
  readonly compiled: CompiledSurvey
  readonly #survey: SurveyDefinition
  readonly #clock: Required<Clock>
  /** One cell per question; inside a repeat, one per row. */
  readonly #cells = new Map<string, Cell[]>()
  readonly #rows = new Map<string, number>()
  readonly #visible = new Map<string, boolean[]>()
  /** Given results of calculations that differ from the results of this evaluation. */
  readonly replacedResults: { compiled: CompiledItem; row: number; given: string }[] = []

  /** `rowsOf` returns the given rows of a repeat, at most as many as a response may have. */
  constructor(
    survey: SurveyDefinition,
    { today, now = `${today}T00:00` }: Clock,
    input: InputValues,
    rowsOf: (repeat: string) => readonly InputValues[],
  ) {
    this.#survey = survey
    this.compiled = compileSurvey(survey)
    this.#clock = { today, now }
    this.#readCells(input, rowsOf)
    for (const compiled of this.compiled.order) this.#evaluateItem(compiled)
  }

  #readCells(input: InputValues, rowsOf: (repeat: string) => readonly InputValues[]): void {
    for (const { item, repeat } of this.compiled.items.values()) {
      if (item.kind === 'repeat') this.#readRows(item.key, rowsOf(item.key))
      if (item.kind === 'question' && repeat === undefined)
        this.#cells.set(item.key, [readAnswer(ownValue(input, item.key), item, this.#survey)])
    }
  }

  #readRows(repeat: string, rows: readonly InputValues[]): void {
    this.#rows.set(repeat, rows.length)
    for (const { item } of this.compiled.questionsByRepeat.get(repeat) ?? [])
      this.#cells.set(
        item.key,
        rows.map((row) => readAnswer(ownValue(row, item.key), item, this.#survey)),
      )
  }

  #evaluateItem(compiled: CompiledItem): void {
    const { item, parent, relevant } = compiled
    const rowCount = this.#timesAsked(compiled)
    // A loop: `Array.from` took a quarter of the time of a validation.
    const visible: boolean[] = []
    for (let row = 0; row < rowCount; row += 1)
      visible.push(
        (parent === undefined || this.isShown(parent, row)) &&
          (relevant === undefined || holds(relevant, this.scope(compiled, row, ''))),
      )
    this.#visible.set(item.key, visible)
    if (compiled.count) this.#countRows(compiled, compiled.count)
    if (compiled.calculation && item.kind === 'question')
      for (let row = 0; row < rowCount; row += 1)
        if (visible[row]) this.#calculate(compiled, item, compiled.calculation, row)
  }

  #countRows(compiled: CompiledItem, count: Expression): void {
    const { key } = compiled.item
    const number = Math.trunc(toNumber(evaluate(count, this.scope(compiled, 0, ''))))
    const rows = this.isShown(compiled, 0) ? Math.min(Math.max(0, number || 0), answerLimits.rows) : 0
    this.#rows.set(key, rows)
    for (const { item } of this.compiled.questionsByRepeat.get(key) ?? []) {
      const cells = this.#cells.get(item.key) ?? []
      this.#cells.set(
        item.key,
        Array.from({ length: rows }, (_, row) => cells[row] ?? noAnswer),
      )
    }
  }

  #calculate(compiled: CompiledItem, question: Question, calculation: Expression, row: number): void {
    const cells = this.#cells.get(question.key)
    if (!cells) return
    const given = this.answer(question.key, row)
    if (given !== undefined && compiled.keepsResult) return
    const value = evaluate(calculation, this.scope(compiled, row, scalarOf(given)))
    const result = readAnswer(inputOf(question, value), question, this.#survey)
    cells[row] = result
    const givenText = toText(scalarOf(given))
    const resultText = 'answer' in result ? toText(scalarOf(result.answer)) : ''
    if (given !== undefined && givenText !== resultText)
      this.replacedResults.push({ compiled, row, given: givenText })
  }

  /** Number of times that an item is asked: once, or once per row. */
  #timesAsked({ repeat }: CompiledItem): number {
    return repeat === undefined ? 1 : this.rowCount(repeat)
  }

  rowCount(repeat: string): number {
    return this.#rows.get(repeat) ?? 0
  }

  isShown({ item, repeat }: CompiledItem, row: number): boolean {
    return this.#visible.get(item.key)?.[repeat === undefined ? 0 : row] ?? false
  }

  cells(key: string): readonly Cell[] {
    return this.#cells.get(key) ?? []
  }

  answer(key: string, row: number): Answer | undefined {
    const cell = this.#cells.get(key)?.[row]
    return cell && 'answer' in cell ? cell.answer : undefined
  }

  /** A hidden answer is blank in expressions, as in ODK. */
  scope({ repeat }: CompiledItem, row: number, self: Value): Scope {
    return {
      ...this.#clock,
      self,
      position: repeat === undefined ? 0 : row + 1,
      answer: (key) => this.#answerFrom(key, repeat, row),
      answerInRow: (key, number) => this.#shownAnswer(key, number - 1),
      attribute: () => '',
      lookUp: (list, column, keyColumn, value) => {
        const [choice] = choicesWith(this.#survey.choices[list] ?? [], keyColumn, value, this.#survey)
        return choice ? columnOf(choice, column, this.#survey) : ''
      },
      choiceLabel: (key, value) => {
        const item = this.compiled.items.get(key)?.item
        if (item?.kind !== 'question') return ''
        const [choice] = choicesWith(listOf(item, this.#survey), 'name', value, this.#survey)
        return choice ? columnOf(choice, 'label', this.#survey) : ''
      },
    }
  }

  #shownAnswer(key: string, row: number): Scalar {
    const target = this.compiled.items.get(key)
    return target && this.isShown(target, row) ? scalarOf(this.answer(key, row)) : ''
  }

  #answerFrom(key: string, repeat: string | undefined, row: number): Value {
    const target = this.compiled.items.get(key)
    if (!target) return ''
    if (target.item.kind === 'repeat')
      return this.isShown(target, 0) ? Array.from({ length: this.rowCount(key) }, () => '') : []
    if (target.repeat === undefined) return this.#shownAnswer(key, 0)
    if (target.repeat === repeat) return this.#shownAnswer(key, row)
    return Array.from({ length: this.#timesAsked(target) }, (_, index) => index)
      .filter((index) => this.isShown(target, index))
      .map((index) => scalarOf(this.answer(key, index)))
  }

  /**
   * Returns the choices of a question that its filter selects. The list stays identical while the answers that
   * the filter refers to do not change: a form reads it with each keystroke.
   */
  choicesOf(compiled: CompiledItem, row: number): readonly Choice[] {
    const { item, choiceFilter } = compiled
    if (item.kind !== 'question') return []
    const list = listOf(item, this.#survey)
    if (!choiceFilter) return list
    const scope = this.scope(compiled, row, '')
    const key = this.#filterKey(choiceFilter, scope)
    if (key === undefined) return this.#select(choiceFilter, list, scope)
    const rows = selections.get(compiled) ?? new Map<number, { key: string; choices: readonly Choice[] }>()
    selections.set(compiled, rows)
    const known = rows.get(row)
    if (known?.key === key) return known.choices
    const choices = this.#select(choiceFilter, list, scope)
    rows.set(row, { key, choices })
    return choices
  }

  /** Returns the values that a filter depends on; undefined if it can depend on others, such as other rows. */
  #filterKey(filter: Expression, { answer, position, today }: Scope): string | undefined {
    const { keys, isVolatile } = referencesOf(filter)
    if (isVolatile || [...keys].some((key) => this.compiled.items.get(key)?.item.kind === 'repeat'))
      return undefined
    return JSON.stringify([position, today, ...[...keys].map(answer)])
  }

  #select(choiceFilter: Expression, list: readonly Choice[], scope: Scope): readonly Choice[] {
    const indexable = findIndexable(choiceFilter)
    const text = indexable && evaluate(indexable.value, scope)
    const candidates =
      indexable && typeof text === 'string' ? choicesWith(list, indexable.column, text, this.#survey) : list
    return candidates.filter((choice) => this.#passes(choiceFilter, choice, scope))
  }

  /** Returns whether the filter of a question selects these values. */
  selectsAll(compiled: CompiledItem, row: number, values: readonly string[]): boolean {
    const { item, choiceFilter } = compiled
    if (!choiceFilter || item.kind !== 'question') return true
    const scope = this.scope(compiled, row, '')
    const list = listOf(item, this.#survey)
    return values.every((value) =>
      choicesWith(list, 'name', value, this.#survey).some((choice) =>
        this.#passes(choiceFilter, choice, scope),
      ),
    )
  }

  #passes(filter: Expression, choice: Choice, scope: Scope): boolean {
    return holds(filter, { ...scope, attribute: (name) => columnOf(choice, name, this.#survey) })
  }
}
