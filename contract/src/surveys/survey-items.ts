import type { Item, SurveyDefinition } from './master.ts'

export interface PlacedItem {
  readonly item: Item
  readonly parent: PlacedItem | undefined
  /** The key of the repeat that contains the item, if any. */
  readonly repeat: string | undefined
}

const cache = new WeakMap<SurveyDefinition, ReadonlyMap<string, PlacedItem>>()

/**
 * Returns every item by its key, in the order of the questionnaire. Parses no expressions, so a screen that
 * only names questions does not load the parser.
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
