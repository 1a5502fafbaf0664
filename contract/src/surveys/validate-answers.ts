import type { FieldIssue } from '../validation.ts'
import { scalarOf, toValues } from './answers.ts'
import type { Answer, AnswerRow, Answers } from './answers.ts'
import { isQuestion } from './compile-survey.ts'
import type { CompiledItem, CompiledQuestion } from './compile-survey.ts'
import { ownValue, SurveyState } from './evaluate-survey.ts'
import type { InputValues } from './evaluate-survey.ts'
import { toText } from './expression/convert.ts'
import { holds, referencesOf } from './expression/evaluate.ts'
import { hiddenPaths, pathOf } from './hidden-answers.ts'
import { hasAnswer, textIn } from './master.ts'
import type { Choice, SurveyDefinition, Texts } from './master.ts'
import { answerLimits } from './read-answer.ts'
import { itemsOf } from './survey-items.ts'
import { blankReference, fillText } from './template.ts'
import type { FormState, ValidationOptions, ValidationResult } from './validation-result.ts'

/** Limits the number of reported issues. */
const maxIssues = 200
const maxListedKeys = 20
const maxShownCharacters = 100

const isObject = (value: unknown): value is InputValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Validates the answers of a response, and collects the issues. */
class Validation {
  readonly issues: FieldIssue[] = []
  readonly #survey: SurveyDefinition
  readonly #options: ValidationOptions
  readonly #givenRows = new Map<string, number>()
  readonly #state: SurveyState

  constructor(survey: SurveyDefinition, input: unknown, options: ValidationOptions) {
    this.#survey = survey
    this.#options = options
    if (!isObject(input)) this.#report({ path: '', key: 'validation.mixed.default', params: {} })
    const values = isObject(input) ? input : {}
    this.#reportUnknown(values, undefined, '')
    this.#state = new SurveyState(survey, options, values, (repeat) => this.#readRows(repeat, values))
  }

  /** Reports submitted results that the calculation does not confirm, so that no value is replaced silently. */
  get warnings(): FieldIssue[] {
    return this.#state.replacedResults
      .slice(0, maxIssues)
      .flatMap(({ compiled, row, given }): FieldIssue[] => {
        const { key } = compiled.item
        if (!this.#state.isShown(compiled, row)) return []
        const path = pathOf(key, compiled.repeat, row)
        const label = this.#withKey(this.#fill(this.#staticLabel(key), compiled, row), path)
        const result = toText(scalarOf(this.#state.answer(key, row)))
        const params = { path: label, given: given.slice(0, maxShownCharacters), result }
        return [{ path, key: 'entities.surveys.validation.recalculated', params }]
      })
  }

  validate(): Answers {
    const answers = this.#collectAnswers()
    if (this.#options.imported) this.#reportHidden()
    return answers
  }

  get #items(): ReadonlyMap<string, CompiledItem> {
    return this.#state.compiled.items
  }

  #report(issue: FieldIssue): void {
    if (this.issues.length < maxIssues) this.issues.push(issue)
  }

  #reportUnknown(input: InputValues, repeat: string | undefined, prefix: string): void {
    const items = itemsOf(this.#survey)
    for (const key of Object.keys(input)) {
      const target = items.get(key)
      const isKnown =
        target?.repeat === repeat &&
        (target?.item.kind === 'repeat' || (target?.item.kind === 'question' && hasAnswer(target.item)))
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
    const keys = [...this.#items.values()].flatMap((compiled) =>
      hiddenPaths(this.#state, compiled, (repeat) => this.#givenRows.get(repeat) ?? 0),
    )
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

  #readRows(repeat: string, values: InputValues): readonly InputValues[] {
    const rows = ownValue(values, repeat) ?? []
    const label = { path: this.#withKey(this.#staticLabel(repeat), repeat) }
    if (!Array.isArray(rows) || !rows.every(isObject)) {
      this.#report({ path: repeat, key: 'entities.surveys.validation.rows', params: label })
      return []
    }
    if (rows.length > answerLimits.rows)
      this.#report({
        path: repeat,
        key: 'validation.array.max',
        params: { ...label, max: answerLimits.rows },
      })
    const limitedRows = rows.slice(0, answerLimits.rows)
    limitedRows.forEach((row, index) => this.#reportUnknown(row, repeat, `${repeat}.${String(index)}.`))
    this.#givenRows.set(repeat, limitedRows.length)
    return limitedRows
  }

  /** A file with more rows than the questionnaire asks for would lose them silently. */
  #checkRowCount({ item, count }: CompiledItem): void {
    const rows = this.#state.rowCount(item.key)
    if (!count || !this.#options.imported || (this.#givenRows.get(item.key) ?? 0) <= rows) return
    this.#report({
      path: item.key,
      key: 'entities.surveys.validation.rowCount',
      params: { path: this.#withKey(this.#staticLabel(item.key), item.key), count: rows },
    })
  }

  get form(): FormState {
    const withItem =
      <T>(read: (compiled: CompiledItem, row: number) => T, otherwise: T) =>
      (key: string, row = 0): T => {
        const compiled = this.#items.get(key)
        return compiled ? read(compiled, row) : otherwise
      }
    return {
      isShown: withItem((compiled, row) => this.#state.isShown(compiled, row), false),
      isRequired: withItem((compiled, row) => isQuestion(compiled) && this.#isRequired(compiled, row), false),
      isReadOnly: withItem((compiled, row) => this.#isReadOnly(compiled, row), false),
      blankReferences: withItem<readonly string[]>(({ choiceFilter, ...compiled }, row) => {
        if (!choiceFilter) return []
        const { answer } = this.#state.scope(compiled, row, '')
        return [...referencesOf(choiceFilter).keys].filter((key) => toText(answer(key)) === '')
      }, []),
      choicesOf: withItem<readonly Choice[]>((compiled, row) => this.#state.choicesOf(compiled, row), []),
      rowCount: (repeat) => this.#state.rowCount(repeat),
      fill: (text, key, row = 0) => this.#fill(text, this.#items.get(key), row),
    }
  }

  #isRequired(compiled: CompiledQuestion, row: number): boolean {
    if (!hasAnswer(compiled.item)) return false
    const { item, requiredIf } = compiled
    return item.required || (requiredIf !== undefined && holds(requiredIf, this.#scope(compiled, row)))
  }

  #isReadOnly(compiled: CompiledItem, row: number): boolean {
    const { calculation, readOnly } = compiled
    return (
      calculation !== undefined || (readOnly !== undefined && holds(readOnly, this.#scope(compiled, row)))
    )
  }

  #scope(compiled: CompiledItem, row: number) {
    return this.#state.scope(compiled, row, scalarOf(this.#state.answer(compiled.item.key, row)))
  }

  /** A choice is shown by its value, as in ODK; the author can write `jr:choice-name()` in a calculation. */
  #fill(text: string, compiled: CompiledItem | undefined, row: number): string {
    if (!compiled || !text.includes('${')) return text
    const scope = this.#state.scope(compiled, row, '')
    return fillText(text, (key) => toText(scope.answer(key)) || blankReference)
  }

  #translate(texts: Texts | undefined): string | undefined {
    return textIn(texts, this.#options.language, this.#survey)
  }

  #staticLabel(key: string): string {
    return this.#translate(itemsOf(this.#survey).get(key)?.item.labels) ?? key
  }

  #collectAnswers(): Answers {
    const entries: [string, Answer | AnswerRow[]][] = []
    for (const compiled of this.#items.values()) {
      const { item, repeat } = compiled
      if (repeat !== undefined || !this.#state.isShown(compiled, 0)) continue
      if (item.kind === 'repeat') {
        this.#checkRowCount(compiled)
        if (this.#state.rowCount(item.key) > 0) entries.push([item.key, this.#collectRows(item.key)])
      }
      if (isQuestion(compiled)) {
        const answer = this.#validateAnswer(compiled, 0)
        if (answer !== undefined) entries.push([item.key, answer])
      }
    }
    return Object.fromEntries(entries)
  }

  #collectRows(repeat: string): AnswerRow[] {
    const questions = this.#state.compiled.questionsByRepeat.get(repeat) ?? []
    return Array.from({ length: this.#state.rowCount(repeat) }, (_, row) => {
      const entries = questions.flatMap((compiled): [string, Answer][] => {
        if (!this.#state.isShown(compiled, row)) return []
        const answer = this.#validateAnswer(compiled, row)
        return answer === undefined ? [] : [[compiled.item.key, answer]]
      })
      return Object.fromEntries(entries)
    })
  }

  /** Adds the key for files, where the user searches for it; on a form it would be noise. */
  #withKey(words: string, path: string): string {
    return this.#options.imported && !this.#options.byCell && words !== path ? `${words} (${path})` : words
  }

  #validateAnswer(compiled: CompiledQuestion, row: number): Answer | undefined {
    const question = compiled.item
    const cell = this.#state.cells(question.key)[row]
    const path = pathOf(question.key, compiled.repeat, row)
    const label = () => ({
      path: this.#withKey(this.#fill(this.#staticLabel(question.key), compiled, row), path),
    })
    if (!cell) return undefined
    if ('wrong' in cell) {
      this.#report({ path, key: cell.wrong.key, params: { ...cell.wrong.params, ...label() } })
      return undefined
    }
    const { answer } = cell
    if (answer === undefined) {
      if (!this.#options.partial && this.#isRequired(compiled, row))
        this.#report({
          path,
          ...this.#toMessage(path, this.#messageOf(question.requiredMessages, compiled, row), {
            key: 'validation.mixed.required',
            params: label(),
          }),
        })
      return undefined
    }
    if (!this.#state.selectsAll(compiled, row, toValues(answer)))
      this.#report({ path, key: 'validation.string.selected', params: label() })
    // A constraint applies only to a given answer.
    if (compiled.constraint && !holds(compiled.constraint, this.#scope(compiled, row)))
      this.#report({
        path,
        ...this.#toMessage(path, this.#messageOf(question.constraintMessages, compiled, row), {
          key: 'entities.surveys.validation.constraint',
          params: label(),
        }),
      })
    return answer
  }

  #messageOf(texts: Texts | undefined, compiled: CompiledItem, row: number): string | undefined {
    const words = this.#translate(texts)
    return words === undefined ? undefined : this.#fill(words, compiled, row)
  }

  #toMessage(
    path: string,
    words: string | undefined,
    fallback: Omit<FieldIssue, 'path'>,
  ): Omit<FieldIssue, 'path'> {
    if (words === undefined) return fallback
    return { key: 'entities.surveys.validation.words', params: { message: this.#withKey(words, path) } }
  }
}

/** Validates like validateAnswers(), and also returns the state of the form. */
export const validateForm = (
  survey: SurveyDefinition,
  values: unknown,
  options: ValidationOptions,
): ValidationResult => {
  const validation = new Validation(survey, values, options)
  const answers = validation.validate()
  return { values: answers, issues: validation.issues, warnings: validation.warnings, form: validation.form }
}

/**
 * Validates the answers of a response against its questionnaire, on the server and in the form. Hidden
 * answers are neither required nor stored; in a file they are refused. Calculated answers are computed again.
 * Paths are relative to `values`: `age`, or `members.0.age`. spec §5
 */
export const validateAnswers = (
  survey: SurveyDefinition,
  values: unknown,
  options: ValidationOptions,
): Omit<ValidationResult, 'form'> => {
  const { form: _, ...result } = validateForm(survey, values, options)
  return result
}
