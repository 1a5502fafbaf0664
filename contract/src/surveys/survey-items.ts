import { hasAnswer } from './master.ts'
import type { Item, SurveyDefinition } from './master.ts'

/** An item and its position in the questionnaire. */
export interface PlacedItem {
  readonly item: Item
  readonly parent: PlacedItem | undefined
  /** Key of the enclosing repeat; undefined outside repeats. Repeats do not nest. */
  readonly repeat: string | undefined
}

/** Items by definition, which must not change afterwards. */
const cache = new WeakMap<SurveyDefinition, ReadonlyMap<string, PlacedItem>>()

/**
 * Returns all items (questions, groups and repeats) by key, in the order of the questionnaire. Does not parse
 * `relevant` and `constraint`, unlike compileSurvey(), so that pages that need only keys and labels do not
 * load the expression parser.
 */
export const itemsOf = (survey: SurveyDefinition): ReadonlyMap<string, PlacedItem> => {
  const cached = cache.get(survey)
  if (cached) return cached
  const items = new Map<string, PlacedItem>()
  const addItem = (item: Item, parent: PlacedItem | undefined): void => {
    const placed: PlacedItem = {
      item,
      parent,
      repeat: parent?.item.kind === 'repeat' ? parent.item.key : parent?.repeat,
    }
    items.set(item.key, placed)
    if (item.kind !== 'question') for (const inner of item.items) addItem(inner, placed)
  }
  for (const item of survey.items) addItem(item, undefined)
  cache.set(survey, items)
  return items
}

/**
 * Returns the name of the element with the number of rows of a repeat, in the forms for phones and in their
 * submissions. No item has this name.
 */
export const rowCountName = (repeat: string, items: ReadonlyMap<string, unknown>): string => {
  let name = `${repeat}_count`
  while (items.has(name)) name += '_'
  return name
}

/** Returns the number of questions, without notes. */
export const countQuestions = (survey: SurveyDefinition): number =>
  [...itemsOf(survey).values()].filter(({ item }) => item.kind === 'question' && hasAnswer(item)).length
