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

type Found = CompiledSurvey & { readonly problems: readonly ItemProblem[] }

const collect = (survey: SurveyDefinition, problems: ItemProblem[]): Map<string, CompiledItem> => {
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
  const walk = (item: Item, parent: CompiledItem | undefined): void => {
    const compiled: CompiledItem = {
      item,
      parent,
      repeat: parent?.item.kind === 'repeat' ? parent.item.key : parent?.repeat,
      relevant: parse(item, 'relevant', item.relevant),
      constraint: item.kind === 'question' ? parse(item, 'constraint', item.constraint) : undefined,
    }
    items.set(item.key, compiled)
    if (item.kind !== 'question') for (const inner of item.items) walk(inner, compiled)
  }
  for (const item of survey.items) walk(item, undefined)
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
const dependenciesOf = (items: ReadonlyMap<string, CompiledItem>, one: CompiledItem): CompiledItem[] => [
  ...(one.parent ? [one.parent] : []),
  ...(one.relevant ? [...referencesOf(one.relevant).keys] : []).flatMap((key) => items.get(key) ?? []),
]

/**
 * Topological sort (Kahn's algorithm). `left` holds the items of cycles and the items that depend on them.
 */
const inOrder = (
  items: ReadonlyMap<string, CompiledItem>,
): { order: CompiledItem[]; left: CompiledItem[] } => {
  const waiting = new Map([...items.values()].map((one) => [one, new Set(dependenciesOf(items, one))]))
  const followers = new Map<CompiledItem, CompiledItem[]>()
  for (const [one, dependencies] of waiting)
    for (const dependency of dependencies)
      followers.set(dependency, [...(followers.get(dependency) ?? []), one])
  const order = [...waiting].filter(([, dependencies]) => dependencies.size === 0).map(([one]) => one)
  for (const done of order) {
    waiting.delete(done)
    for (const follower of followers.get(done) ?? []) {
      const dependencies = waiting.get(follower)
      dependencies?.delete(done)
      if (dependencies?.size === 0) order.push(follower)
    }
  }
  return { order, left: [...waiting.keys()] }
}

/** Reports one of the cycles, at an item of it that has a relevance. */
const findCycle = (items: ReadonlyMap<string, CompiledItem>, left: CompiledItem[]): ItemProblem[] => {
  const stuck = new Set(left)
  const path: CompiledItem[] = []
  let at = left[0]
  while (at && !path.includes(at)) {
    path.push(at)
    at = dependenciesOf(items, at).find((one) => stuck.has(one))
  }
  if (!at) return []
  const cycle = path.slice(path.indexOf(at))
  const told = cycle.find(({ relevant }) => relevant) ?? at
  const keys = [...cycle, at].map(({ item }) => item.key).join(' → ')
  return [
    {
      item: told.item.key,
      field: 'relevant',
      error: new ExpressionError('entities.surveys.expression.cycle', { keys }),
    },
  ]
}

/** Parses every expression and returns all problems. Keys must be unique. */
export const examineSurvey = (survey: SurveyDefinition): Found => {
  const problems: ItemProblem[] = []
  const items = collect(survey, problems)
  for (const one of items.values()) problems.push(...checkReferences(items, one))
  const { order, left } = inOrder(items)
  return { items, order, problems: [...problems, ...findCycle(items, left)] }
}

const compiled = new WeakMap<SurveyDefinition, CompiledSurvey>()

/** Compiles a questionnaire, once per object. Stored questionnaires were checked when they were loaded. */
export const compileSurvey = (survey: SurveyDefinition): CompiledSurvey => {
  const known = compiled.get(survey)
  if (known) return known
  const { problems, ...found } = examineSurvey(survey)
  if (problems[0]) throw problems[0].error
  compiled.set(survey, found)
  return found
}
