import { columnOf, listOf } from '@baseline/contract/surveys/choice-lists.ts'
import { compileSurvey } from '@baseline/contract/surveys/compile-survey.ts'
import type {
  CompiledItem,
  CompiledQuestion,
  CompiledSurvey,
  ExpressionField,
} from '@baseline/contract/surveys/compile-survey.ts'
import type { ResultType } from '@baseline/contract/surveys/expression/evaluate.ts'
import type { Expression } from '@baseline/contract/surveys/expression/parse.ts'
import type { Item, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { rowCountName } from '@baseline/contract/surveys/survey-items.ts'
import { fillText } from '@baseline/contract/surveys/template.ts'

import { elementOf, instanceIds, isTranslated } from './choice-instances.ts'
import { absolutePath } from './paths.ts'
import type { PhoneProblem, PhoneProblemKey } from './problem.ts'
import type { ExpressionContext } from './references.ts'
import { Translations } from './translations.ts'
import { ExpressionWriter } from './write-expression.ts'

/** Columns of expressions that have another name in the definition. */
const columns: Readonly<Partial<Record<ExpressionField, string>>> = {
  requiredIf: 'required',
  readOnly: 'read_only',
  choiceFilter: 'choice_filter',
  count: 'repeat_count',
}

const resultTypeOf = ({ type, result }: Question): ResultType => {
  if (type === 'calculated') return result ?? 'text'
  return type === 'integer' || type === 'number' || type === 'range' ? 'number' : 'text'
}

const remember = (known: Map<string, boolean>, key: string, find: () => boolean): boolean => {
  const fact = known.get(key) ?? find()
  known.set(key, fact)
  return fact
}

/** State that all parts of the form share: the compiled questionnaire, its texts and the problems. */
export class FormContext {
  readonly survey: SurveyDefinition
  readonly compiled: CompiledSurvey
  readonly translations: Translations
  readonly problems: PhoneProblem[] = []
  readonly instanceIds: ReadonlyMap<string, string>
  readonly #expressionContext: ExpressionContext
  /** Facts about lists, which can have 20,000 choices and many questions. */
  readonly #translatedLists = new Map<string, boolean>()
  readonly #duplicates = new Map<string, boolean>()

  constructor(survey: SurveyDefinition) {
    this.survey = survey
    this.compiled = compileSurvey(survey)
    this.translations = new Translations(survey)
    this.instanceIds = instanceIds(survey)
    this.#expressionContext = {
      items: this.compiled.items,
      instanceOf: (list) => this.instanceIds.get(list) ?? list,
      hasDuplicates: (list, column) => this.#hasDuplicates(list, column),
      elementOf,
    }
  }

  get(item: Item): CompiledItem {
    const compiled = this.compiled.items.get(item.key)
    if (!compiled) throw new Error(`The survey has no item ${item.key}`)
    return compiled
  }

  report(
    { item }: CompiledItem,
    column: string,
    key: PhoneProblemKey,
    params: PhoneProblem['params'] = {},
  ): void {
    this.problems.push({ item: item.key, column, key, params })
  }

  /** Returns the writer of the expressions in a field of an item. */
  expressions(compiled: CompiledItem, field: ExpressionField): ExpressionWriter {
    return this.#writer(compiled, columns[field] ?? field, { isInPredicate: field === 'choiceFilter' })
  }

  /** Writes the expression that gives the answer to a question. The first result of `random()` is kept. */
  answer(compiled: CompiledQuestion, field: 'calculation' | 'default', expression: Expression): string {
    const type = resultTypeOf(compiled.item)
    const xpath = this.expressions(compiled, field).answer(expression, type)
    const isOnce = field === 'calculation' && compiled.keepsResult && expression.kind !== 'once'
    return isOnce ? `once(${xpath})` : xpath
  }

  /** Returns the path of a question in a text of an item. The label of a repeat belongs to its row. */
  pathInText(compiled: CompiledItem, column: string): (key: string) => string {
    const writer = this.#writer(compiled, column, {
      isInPredicate: false,
      ...(compiled.item.kind === 'repeat' && { row: compiled.item.key }),
    })
    return (key) => writer.text({ kind: 'answer', key })
  }

  /** Replaces references in the arguments of another app by paths. */
  fillPaths(text: string): string {
    return fillText(text, (key) => this.pathOf(key))
  }

  pathOf(key: string): string {
    const target = this.compiled.items.get(key)
    return target ? absolutePath(target) : "''"
  }

  /** Returns the key of the element with the number of rows, which no question has. */
  countKeyOf({ item }: CompiledItem): string {
    return rowCountName(item.key, this.compiled.items)
  }

  usesTranslations(list: string): boolean {
    return remember(this.#translatedLists, list, () =>
      isTranslated(listOf({ list }, this.survey), this.survey),
    )
  }

  #writer(
    own: CompiledItem,
    column: string,
    place: { isInPredicate: boolean; row?: string },
  ): ExpressionWriter {
    return new ExpressionWriter(this.#expressionContext, { own, ...place }, (key, params) =>
      this.report(own, column, key, params),
    )
  }

  #hasDuplicates(list: string, column: string): boolean {
    return remember(this.#duplicates, `${list} ${column}`, () => {
      const choices = listOf({ list }, this.survey)
      return new Set(choices.map((choice) => columnOf(choice, column, this.survey))).size < choices.length
    })
  }
}
