import { referencesOf } from './expression/evaluate.ts'
import { parseExpression } from './expression/parse.ts'
import type { Expression } from './expression/parse.ts'
import { ExpressionError } from './expression/problem.ts'
import type { Item, SurveyDefinition } from './master.ts'

export interface CompiledItem {
  readonly item: Item
  readonly parent: CompiledItem | undefined
  /** Key of the enclosing repeat, if any. */
  readonly repeat: string | undefined
  readonly relevant: Expression | undefined
  readonly constraint: Expression | undefined
}

/** An error in an expression of an item. */
export interface ItemProblem {
  readonly item: string
  readonly field: 'relevant' | 'constraint'
  readonly error: ExpressionError
}

export interface CompiledSurvey {
  /** Every item by its key, in the order of the questionnaire. */
  readonly items: ReadonlyMap<string, CompiledItem>
  /** The same items in topological order: each follows the items that its relevance depends on. */
  readonly order: readonly CompiledItem[]
}

type ExaminedSurvey = CompiledSurvey & { readonly problems: readonly ItemProblem[] }

const collectItems = (survey: SurveyDefinition, problems: ItemProblem[]): Map<string, CompiledItem> => {
  const items = new Map<string, CompiledItem>()
  const parse = (item: Item, field: ItemProblem['field'], source: string | undefined) => {
    if (source === undefined) return undefined
    try {
      return parseExpression(source)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      problems.push({ item: item.key, field, error })
      return undefined
    }
  }
  const addItem = (item: Item, parent: CompiledItem | undefined): void => {
    const compiled: CompiledItem = {
      item,
      parent,
      repeat: parent?.item.kind === 'repeat' ? parent.item.key : parent?.repeat,
      relevant: parse(item, 'relevant', item.relevant),
      constraint: item.kind === 'question' ? parse(item, 'constraint', item.constraint) : undefined,
    }
    items.set(item.key, compiled)
    if (item.kind !== 'question') for (const inner of item.items) addItem(inner, compiled)
  }
  for (const item of survey.items) addItem(item, undefined)
  return items
}

const hasAnswer = ({ item }: CompiledItem): boolean =>
  item.kind === 'repeat' || (item.kind === 'question' && item.type !== 'note')

const checkReferences = (
  items: ReadonlyMap<string, CompiledItem>,
  { item, relevant, constraint }: CompiledItem,
): ItemProblem[] => {
  const problemsIn = (field: ItemProblem['field'], expression: Expression | undefined): ItemProblem[] => {
    if (!expression) return []
    const { keys, self } = referencesOf(expression)
    const problem = (key: ExpressionError['key'], params?: Record<string, string>): ItemProblem => ({
      item: item.key,
      field,
      error: new ExpressionError(key, params),
    })
    return [
      ...(self && field === 'relevant' ? [problem('entities.surveys.expression.selfInRelevance')] : []),
      ...[...keys].flatMap((key) => {
        const target = items.get(key)
        if (!target) return [problem('entities.surveys.expression.unknownKey', { key })]
        return hasAnswer(target) ? [] : [problem('entities.surveys.expression.noAnswer', { key })]
      }),
    ]
  }
  return [...problemsIn('relevant', relevant), ...problemsIn('constraint', constraint)]
}

/** An item is shown only if its parent is shown, so it depends on its parent too. */
const dependenciesOf = (
  items: ReadonlyMap<string, CompiledItem>,
  compiledItem: CompiledItem,
): CompiledItem[] => [
  ...(compiledItem.parent ? [compiledItem.parent] : []),
  ...(compiledItem.relevant ? [...referencesOf(compiledItem.relevant).keys] : []).flatMap(
    (key) => items.get(key) ?? [],
  ),
]

/**
 * Topological sort (Kahn's algorithm). `unresolved` holds the items of cycles and the items that depend on them.
 */
const sortTopologically = (
  items: ReadonlyMap<string, CompiledItem>,
): { order: CompiledItem[]; unresolved: CompiledItem[] } => {
  const pending = new Map(
    [...items.values()].map((compiledItem) => [compiledItem, new Set(dependenciesOf(items, compiledItem))]),
  )
  const followers = new Map<CompiledItem, CompiledItem[]>()
  for (const [compiledItem, dependencies] of pending)
    for (const dependency of dependencies)
      followers.set(dependency, [...(followers.get(dependency) ?? []), compiledItem])
  const order = [...pending]
    .filter(([, dependencies]) => dependencies.size === 0)
    .map(([compiledItem]) => compiledItem)
  for (const resolved of order) {
    pending.delete(resolved)
    for (const follower of followers.get(resolved) ?? []) {
      const dependencies = pending.get(follower)
      dependencies?.delete(resolved)
      if (dependencies?.size === 0) order.push(follower)
    }
  }
  return { order, unresolved: [...pending.keys()] }
}

/** Reports one of the cycles, at an item of it that has a relevance. */
const findCycle = (items: ReadonlyMap<string, CompiledItem>, unresolved: CompiledItem[]): ItemProblem[] => {
  const unresolvedItems = new Set(unresolved)
  const path: CompiledItem[] = []
  let current = unresolved[0]
  while (current && !path.includes(current)) {
    path.push(current)
    current = dependenciesOf(items, current).find((dependency) => unresolvedItems.has(dependency))
  }
  if (!current) return []
  const cycle = path.slice(path.indexOf(current))
  const reported = cycle.find(({ relevant }) => relevant) ?? current
  const keys = [...cycle, current].map(({ item }) => item.key).join(' → ')
  return [
    {
      item: reported.item.key,
      field: 'relevant',
      error: new ExpressionError('entities.surveys.expression.cycle', { keys }),
    },
  ]
}

/** Parses every expression and returns all problems. Keys must be unique. */
export const examineSurvey = (survey: SurveyDefinition): ExaminedSurvey => {
  const problems: ItemProblem[] = []
  const items = collectItems(survey, problems)
  for (const compiledItem of items.values()) problems.push(...checkReferences(items, compiledItem))
  const { order, unresolved } = sortTopologically(items)
  return { items, order, problems: [...problems, ...findCycle(items, unresolved)] }
}

const cache = new WeakMap<SurveyDefinition, CompiledSurvey>()

/** Compiles a questionnaire, once per object. Stored questionnaires were checked when they were loaded. */
export const compileSurvey = (survey: SurveyDefinition): CompiledSurvey => {
  const cached = cache.get(survey)
  if (cached) return cached
  const { problems, ...compiled } = examineSurvey(survey)
  if (problems[0]) throw problems[0].error
  cache.set(survey, compiled)
  return compiled
}
