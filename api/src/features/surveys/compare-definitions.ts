import { isDeepStrictEqual } from 'node:util'

import { hasAnswer } from '@baseline/contract/surveys/master.ts'
import type { Choice, Item, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import type { PlacedItem } from '@baseline/contract/surveys/survey-items.ts'
import type { changedParts, SurveyDifference, SurveyDifferences } from '@baseline/contract/surveys/upload.ts'

type Part = (typeof changedParts)[number]

/** Values of choices that an answer lists at most; the number of all is reported too. */
const maxListedValues = 20

/** Fields of an item, by the part under which they are reported. Other fields are reported as `other`. */
const partsByField: Readonly<Record<string, Part>> = {
  labels: 'labels',
  hints: 'hints',
  required: 'required',
  requiredIf: 'required',
  requiredMessages: 'required',
  relevant: 'relevant',
  constraint: 'constraint',
  constraintMessages: 'constraint',
  calculation: 'calculation',
  count: 'calculation',
  default: 'default',
  personal: 'personal',
  personalOverride: 'personal',
  feeds: 'feeds',
}
/** Compared separately. */
const otherwiseCompared = new Set(['kind', 'key', 'type', 'items', 'list'])

const changedFields = (before: Item, after: Item): Part[] => {
  const [oldFields, newFields] = [before, after].map((item) => new Map<string, unknown>(Object.entries(item)))
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .filter(
      (name) =>
        !otherwiseCompared.has(name) && !isDeepStrictEqual(oldFields?.get(name), newFields?.get(name)),
    )
    .map((name) => partsByField[name] ?? 'other')
}

interface ChoiceChanges {
  added: string[]
  removed: string[]
  changed: string[]
}

const choicesByValue = (choices: readonly Choice[]): Map<string, Choice[]> =>
  Map.groupBy(choices, ({ value }) => value)

const compareChoices = (before: readonly Choice[], after: readonly Choice[]): ChoiceChanges | undefined => {
  const [old, next] = [choicesByValue(before), choicesByValue(after)]
  const changes = {
    added: [...next.keys()].filter((value) => !old.has(value)),
    removed: [...old.keys()].filter((value) => !next.has(value)),
    changed: [...next].flatMap(([value, choices]) =>
      old.has(value) && !isDeepStrictEqual(old.get(value), choices) ? [value] : [],
    ),
  }
  return Object.values(changes).some((values) => values.length > 0) ? changes : undefined
}

/** Returns a function that compares two lists once, because many questions can share a list of thousands. */
const choiceComparer = (before: SurveyDefinition, after: SurveyDefinition) => {
  const cache = new Map<string, ChoiceChanges | undefined>()
  return (old: Question, next: Question): ChoiceChanges | undefined => {
    if (old.list === undefined || next.list === undefined) return undefined
    const key = JSON.stringify([old.list, next.list])
    if (!cache.has(key))
      cache.set(key, compareChoices(before.choices[old.list] ?? [], after.choices[next.list] ?? []))
    return cache.get(key)
  }
}

/** A difference, and the choices that it removed: all of them, while the difference lists only some. */
export interface ComparedItem extends Omit<SurveyDifference, 'responses'> {
  /** Enclosing repeat of the old version, for the answers. */
  repeat: string | undefined
  removedChoices: readonly string[]
}

const unchanged = { parts: [], type: null, choices: null, breaking: null, removedChoices: [] }

const describeOne = (change: 'added' | 'removed', { item, repeat }: PlacedItem): ComparedItem => ({
  ...unchanged,
  change,
  kind: item.kind,
  key: item.key,
  labels: item.labels,
  breaking: change === 'removed' && item.kind === 'question' && hasAnswer(item) ? 'removed' : null,
  repeat,
})

const limitValues = (values: readonly string[]) => ({
  values: values.slice(0, maxListedValues),
  count: values.length,
})

const breakingChange = (
  old: Question,
  {
    isOtherType,
    isMoved,
    choices,
  }: { isOtherType: boolean; isMoved: boolean; choices: ChoiceChanges | undefined },
): ComparedItem['breaking'] => {
  if (!hasAnswer(old)) return null
  if (isMoved) return 'repeat'
  if (isOtherType) return 'type'
  return choices && choices.removed.length > 0 ? 'choices' : null
}

interface QuestionChanges extends Pick<ComparedItem, 'type' | 'choices' | 'breaking' | 'removedChoices'> {
  parts: Part[]
}

/** Compares what only questions have: their type and their choices. */
const compareQuestions = (
  old: Question,
  next: Question,
  { choices, isMoved }: { choices: ChoiceChanges | undefined; isMoved: boolean },
): QuestionChanges => {
  const isOtherType = old.type !== next.type
  const breaking = breakingChange(old, { isOtherType, isMoved, choices })
  return {
    parts: [...(isOtherType ? (['type'] as const) : []), ...(choices ? (['choices'] as const) : [])],
    type: isOtherType ? { before: old.type, after: next.type } : null,
    choices: choices
      ? {
          added: limitValues(choices.added),
          removed: limitValues(choices.removed),
          changed: limitValues(choices.changed),
        }
      : null,
    breaking,
    removedChoices: breaking === 'choices' ? (choices?.removed ?? []) : [],
  }
}

/** Position among the items that both versions have, so that an added item does not move those after it. */
type Order = ReadonlyMap<string, number>

const compareItem = (
  before: PlacedItem,
  after: PlacedItem,
  comparison: { choicesOf: ReturnType<typeof choiceComparer>; oldOrder: Order; newOrder: Order },
): ComparedItem | undefined => {
  const [old, next] = [before.item, after.item]
  const key = identityOf(next)
  const isMoved = before.repeat !== after.repeat
  const isOtherPlace =
    before.parent?.item.key !== after.parent?.item.key ||
    comparison.oldOrder.get(key) !== comparison.newOrder.get(key)
  const changes: QuestionChanges =
    old.kind === 'question' && next.kind === 'question'
      ? compareQuestions(old, next, { choices: comparison.choicesOf(old, next), isMoved })
      : unchanged
  const parts = new Set<Part>([
    ...(isMoved ? (['repeat'] as const) : []),
    ...(isOtherPlace && !isMoved ? (['place'] as const) : []),
    ...changes.parts,
    ...changedFields(old, next),
  ])
  if (parts.size === 0) return undefined
  return {
    ...changes,
    change: 'changed',
    kind: next.kind,
    key: next.key,
    labels: next.labels,
    parts: [...parts],
    repeat: before.repeat,
  }
}

/** A question that becomes a group is another item. */
const identityOf = ({ kind, key }: Item): string => `${kind} ${key}`

const placedItems = (definition: SurveyDefinition): Map<string, PlacedItem> =>
  new Map([...itemsOf(definition).values()].map((placed) => [identityOf(placed.item), placed]))

const orderAmong = (items: ReadonlyMap<string, PlacedItem>, common: ReadonlyMap<string, PlacedItem>): Order =>
  new Map([...items.keys()].filter((key) => common.has(key)).map((key, index) => [key, index]))

const surveyFields = ['label', 'formVersion', 'timeZone', 'languages', 'defaultLanguage'] as const

const fieldOf = (definition: SurveyDefinition, field: (typeof surveyFields)[number]): string | null =>
  field === 'languages' ? definition.languages.join(', ') : definition[field]

/** Compares two versions of a questionnaire: the new version in its order, then the removed items. */
export const compareDefinitions = (
  before: SurveyDefinition,
  after: SurveyDefinition,
): { survey: SurveyDifferences['survey']; items: ComparedItem[] } => {
  const [oldItems, newItems] = [placedItems(before), placedItems(after)]
  const comparison = {
    choicesOf: choiceComparer(before, after),
    oldOrder: orderAmong(oldItems, newItems),
    newOrder: orderAmong(newItems, oldItems),
  }
  const present = [...newItems].flatMap(([key, placed]) => {
    const old = oldItems.get(key)
    return (old ? compareItem(old, placed, comparison) : describeOne('added', placed)) ?? []
  })
  const removed = [...oldItems].flatMap(([key, placed]) =>
    newItems.has(key) ? [] : [describeOne('removed', placed)],
  )
  return {
    survey: surveyFields
      .map((field) => ({ field, before: fieldOf(before, field), after: fieldOf(after, field) }))
      .filter((change) => change.before !== change.after),
    items: [...present, ...removed],
  }
}
