import type { PlacedItem } from '@baseline/contract/surveys/survey-items.ts'

/** Name of the root element of a submission. */
export const rootName = 'data'

const segmentsOf = ({ item, parent }: PlacedItem): string[] => [
  ...(parent ? segmentsOf(parent) : [rootName]),
  item.key,
]

export const absolutePath = (placed: PlacedItem): string => `/${segmentsOf(placed).join('/')}`

/**
 * Returns the path from an item to another one. The path to an enclosing item climbs above it, because JavaRosa
 * selects all rows of a repeat only by a path that enters the repeat from outside.
 */
export const relativePath = (from: PlacedItem, to: PlacedItem): string => {
  const [start, end] = [segmentsOf(from), segmentsOf(to)]
  let common = 0
  while (common < end.length - 1 && start[common] === end[common]) common += 1
  return [...Array.from({ length: start.length - common }, () => '..'), ...end.slice(common)].join('/')
}

/** Returns the path from a row of a repeat to an item in it. */
export const pathInRow = (repeat: PlacedItem, to: PlacedItem): string =>
  ['.', ...segmentsOf(to).slice(segmentsOf(repeat).length)].join('/')

/** Returns the path from an item to its row: `..`, or further up if the item is in a group. */
export const pathToRow = (from: PlacedItem, repeat: PlacedItem): string =>
  Array.from({ length: segmentsOf(from).length - segmentsOf(repeat).length }, () => '..').join('/')
