import { columnsOf, listOf } from './choice-lists.ts'
import { referencesOf, resultTypeOf } from './expression/evaluate.ts'
import type { ResultType } from './expression/evaluate.ts'
import { parseExpression } from './expression/parse.ts'
import type { Expression } from './expression/parse.ts'
import { ExpressionError } from './expression/problem.ts'
import { hasAnswer } from './master.ts'
import type { Choice, Item, Question, SurveyDefinition } from './master.ts'

/** Fields of items that hold an expression. */
const expressionFields = [
  'relevant',
  'constraint',
  'calculation',
  'requiredIf',
  'readOnly',
  'choiceFilter',
  'default',
  'count',
] as const
export type ExpressionField = (typeof expressionFields)[number]

export interface CompiledItem extends Readonly<Partial<Record<ExpressionField, Expression>>> {
  readonly item: Item
  readonly parent: CompiledItem | undefined
  /** Key of the enclosing repeat, if any. */
  readonly repeat: string | undefined
  /** The calculation has another result on each call, so that its first result is kept. */
  readonly keepsResult: boolean
}

/** An error in an expression of an item. */
export interface ItemProblem {
  readonly item: string
  readonly field: ExpressionField
  readonly error: ExpressionError
  /** The expression can be evaluated: a column that no choice has is blank, as in ODK. */
  readonly isWarning?: boolean
}

export interface CompiledSurvey {
  /** Every item by its key, in the order of the questionnaire. */
  readonly items: ReadonlyMap<string, CompiledItem>
  /** The same items in topological order: each follows the items that its relevance or its value depends on. */
  readonly order: readonly CompiledItem[]
  /** The questions of each repeat, in the order of the questionnaire. */
  readonly questionsByRepeat: ReadonlyMap<string, readonly CompiledQuestion[]>
}
export type CompiledQuestion = CompiledItem & { readonly item: Question }

type ExaminedSurvey = CompiledSurvey & {
  readonly problems: readonly ItemProblem[]
  /** Types of the results of calculations. */
  readonly results: ReadonlyMap<string, ResultType>
}

/** The name before a parenthesis. Looks behind it, so that the time grows with the length of the text only. */
const call = /\((?<=[a-z][\w:-]*\s*\()/i

/** Whether a default is an expression: it refers to an answer or calls a function. Otherwise it is a constant. */
export const isDynamicDefault = (text: string): boolean =>
  text.includes('${') || call.test(text.slice(0, Math.max(0, text.lastIndexOf(')'))))

/** Maximum length of all expressions of a questionnaire, which a browser parses when it opens the form. */
const maxCharacters = 500_000

const sourceOf = (item: Item, field: ExpressionField): string | undefined => {
  if (field === 'relevant') return item.relevant
  if (field === 'count') return item.kind === 'repeat' ? item.count : undefined
  if (item.kind !== 'question') return undefined
  const source = item[field]
  return field === 'default' && source !== undefined && !isDynamicDefault(source) ? undefined : source
}

const collectItems = (survey: SurveyDefinition, problems: ItemProblem[]): Map<string, CompiledItem> => {
  const items = new Map<string, CompiledItem>()
  let characters = 0
  const parse = (item: Item, field: ExpressionField): [ExpressionField, Expression][] => {
    const source = sourceOf(item, field)
    if (source === undefined) return []
    characters += source.length
    try {
      if (characters > maxCharacters)
        throw new ExpressionError('entities.surveys.expression.tooMany', { max: maxCharacters })
      return [[field, parseExpression(source, { attributes: field === 'choiceFilter' })]]
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      problems.push({ item: item.key, field, error })
      return []
    }
  }
  const addItem = (item: Item, parent: CompiledItem | undefined): void => {
    const expressions: Partial<Record<ExpressionField, Expression>> = Object.fromEntries(
      expressionFields.flatMap((field) => parse(item, field)),
    )
    const { calculation } = expressions
    const compiled: CompiledItem = {
      item,
      parent,
      repeat: parent?.item.kind === 'repeat' ? parent.item.key : parent?.repeat,
      keepsResult: calculation !== undefined && referencesOf(calculation).isVolatile,
      ...expressions,
    }
    items.set(item.key, compiled)
    if (item.kind !== 'question') for (const inner of item.items) addItem(inner, compiled)
  }
  for (const item of survey.items) addItem(item, undefined)
  return items
}

const isReferable = ({ item }: CompiledItem): boolean =>
  item.kind === 'repeat' || (item.kind === 'question' && hasAnswer(item))

/** Fields in which `.` would make the answer depend on itself, or has no meaning. */
const fieldsWithoutSelf = new Set<ExpressionField>([
  'relevant',
  'calculation',
  'count',
  'default',
  'choiceFilter',
])

const checkField = (
  survey: SurveyDefinition,
  items: ReadonlyMap<string, CompiledItem>,
  { item }: CompiledItem,
  field: ExpressionField,
  expression: Expression,
): ItemProblem[] => {
  const { keys, self, attributes, lookups } = referencesOf(expression)
  const problem = (key: ExpressionError['key'], params?: Record<string, string>): ItemProblem => ({
    item: item.key,
    field,
    error: new ExpressionError(key, params),
  })
  /** The list of a file that is not attached is empty, so that its columns are unknown. */
  const checkColumn = (list: readonly Choice[], name: string): ItemProblem[] =>
    list.length === 0 || columnsOf(list).has(name)
      ? []
      : [{ ...problem('entities.surveys.expression.unknownColumn', { name }), isWarning: true }]
  return [
    ...(self && fieldsWithoutSelf.has(field) ? [problem('entities.surveys.expression.self')] : []),
    ...[...keys].flatMap((key) => {
      const target = items.get(key)
      if (!target) return [problem('entities.surveys.expression.unknownKey', { key })]
      return isReferable(target) ? [] : [problem('entities.surveys.expression.noAnswer', { key })]
    }),
    ...[...attributes].flatMap((name) =>
      item.kind === 'question' ? checkColumn(listOf(item, survey), name) : [],
    ),
    ...lookups.flatMap(({ list, column, keyColumn }) => {
      const choices = Object.hasOwn(survey.choices, list) ? survey.choices[list] : undefined
      if (!choices) return [problem('entities.surveys.expression.unknownList', { list })]
      return [column, keyColumn].flatMap((name) => checkColumn(choices, name))
    }),
  ]
}

const checkReferences = (
  survey: SurveyDefinition,
  items: ReadonlyMap<string, CompiledItem>,
  compiled: CompiledItem,
): ItemProblem[] =>
  expressionFields.flatMap((field) => {
    const expression = compiled[field]
    return expression ? checkField(survey, items, compiled, field, expression) : []
  })

/** Fields whose results others can depend on: whether an item is shown, its rows, and its answer. */
const orderedFields = ['relevant', 'calculation', 'count'] as const

/** An item is shown only if its parent is shown, so it depends on its parent too. */
const dependenciesOf = (
  items: ReadonlyMap<string, CompiledItem>,
  compiledItem: CompiledItem,
): Set<CompiledItem> => {
  const dependencies = new Set(compiledItem.parent && [compiledItem.parent])
  for (const field of orderedFields) {
    const expression = compiledItem[field]
    for (const key of expression ? referencesOf(expression).keys : []) {
      const target = items.get(key)
      if (target) dependencies.add(target)
    }
  }
  return dependencies
}

type Dependencies = ReadonlyMap<CompiledItem, ReadonlySet<CompiledItem>>

/**
 * Topological sort (Kahn's algorithm). `unresolved` holds the items of cycles and the items that depend on them.
 */
const sortTopologically = (
  dependencies: Dependencies,
): { order: CompiledItem[]; unresolved: CompiledItem[] } => {
  const pending = new Map([...dependencies].map(([compiledItem, { size }]) => [compiledItem, size]))
  const followers = new Map<CompiledItem, CompiledItem[]>()
  for (const [compiledItem, itemDependencies] of dependencies)
    for (const dependency of itemDependencies) {
      const known = followers.get(dependency)
      if (known) known.push(compiledItem)
      else followers.set(dependency, [compiledItem])
    }
  const order = [...pending].filter(([, count]) => count === 0).map(([compiledItem]) => compiledItem)
  for (const resolved of order) {
    pending.delete(resolved)
    for (const follower of followers.get(resolved) ?? []) {
      const count = (pending.get(follower) ?? 0) - 1
      pending.set(follower, count)
      if (count === 0) order.push(follower)
    }
  }
  return { order, unresolved: [...pending.keys()] }
}

/** Omits the middle of a long list. */
const shortened = (keys: readonly string[]): readonly string[] =>
  keys.length > 8 ? [...keys.slice(0, 6), '…', ...keys.slice(-1)] : keys

/** Reports one of the cycles, at each of its items that has an expression. */
const findCycle = (dependencies: Dependencies, unresolved: readonly CompiledItem[]): ItemProblem[] => {
  const unresolvedItems = new Set(unresolved)
  const positions = new Map<CompiledItem, number>()
  let current = unresolved[0]
  while (current && !positions.has(current)) {
    positions.set(current, positions.size)
    current = [...(dependencies.get(current) ?? [])].find((dependency) => unresolvedItems.has(dependency))
  }
  if (!current) return []
  const cycle = [...positions.keys()].slice(positions.get(current))
  const keys = shortened([...cycle, current].map(({ item }) => item.key)).join(' → ')
  return cycle.flatMap((compiled) => {
    const field = orderedFields.find((one) => compiled[one] !== undefined)
    if (!field) return []
    const error = new ExpressionError('entities.surveys.expression.cycle', { keys })
    return [{ item: compiled.item.key, field, error }]
  })
}

const typeOfResults = (question: Question, results: ReadonlyMap<string, ResultType>): ResultType => {
  if (question.type === 'calculated') return results.get(question.key) ?? question.result ?? 'text'
  return ['integer', 'number', 'range'].includes(question.type) ? 'number' : 'text'
}

const findResultTypes = (
  items: ReadonlyMap<string, CompiledItem>,
  order: readonly CompiledItem[],
): Map<string, ResultType> => {
  const results = new Map<string, ResultType>()
  const typeOf = (key: string): ResultType => {
    const item = items.get(key)?.item
    return item?.kind === 'question' ? typeOfResults(item, results) : 'text'
  }
  for (const { item, calculation, default: dynamicDefault } of order) {
    const expression = calculation ?? dynamicDefault
    if (item.kind === 'question' && item.type === 'calculated' && expression)
      results.set(item.key, resultTypeOf(expression, typeOf))
  }
  return results
}

export const isQuestion = (compiled: CompiledItem): compiled is CompiledQuestion =>
  compiled.item.kind === 'question'

/** Parses every expression and returns all problems. Keys must be unique. */
export const examineSurvey = (survey: SurveyDefinition): ExaminedSurvey => {
  const problems: ItemProblem[] = []
  const items = collectItems(survey, problems)
  for (const compiledItem of items.values()) problems.push(...checkReferences(survey, items, compiledItem))
  const dependencies = new Map(
    [...items.values()].map((compiled) => [compiled, dependenciesOf(items, compiled)]),
  )
  const { order, unresolved } = sortTopologically(dependencies)
  return {
    items,
    order,
    questionsByRepeat: Map.groupBy([...items.values()].filter(isQuestion), ({ repeat }) => repeat ?? ''),
    problems: [...problems, ...findCycle(dependencies, unresolved)],
    results: findResultTypes(items, order),
  }
}

const cache = new WeakMap<SurveyDefinition, CompiledSurvey>()

/** Compiles a questionnaire, once per object. Stored questionnaires were checked when they were loaded. */
export const compileSurvey = (survey: SurveyDefinition): CompiledSurvey => {
  const cached = cache.get(survey)
  if (cached) return cached
  const { problems, results: _, ...compiled } = examineSurvey(survey)
  const refusal = problems.find(({ isWarning }) => !isWarning)
  if (refusal) throw refusal.error
  cache.set(survey, compiled)
  return compiled
}
