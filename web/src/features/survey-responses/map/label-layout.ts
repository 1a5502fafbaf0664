import type { LocalityProperties } from '@baseline/contract/survey-responses/contract.ts'

/** A name at a point of the screen, with the size of its text. */
export interface Label extends LocalityProperties {
  key: string
  x: number
  y: number
  width: number
  height: number
}

/** Maximum number of names: more would hide the map. */
const maxLabels = 40
/** Free space around each name, in pixels. */
const gap = 6

const overlaps = (one: Label, other: Label): boolean =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 + gap &&
  Math.abs(one.y - other.y) < (one.height + other.height) / 2 + gap

/** Sorts districts before villages, and larger places before smaller ones. */
const compareImportance = (one: Label, other: Label): number =>
  Number(other.kind === 'district') - Number(one.kind === 'district') ||
  other.n - one.n ||
  one.key.localeCompare(other.key)

/** Chooses the names to show: the most important ones that do not overlap another, at most `max`. */
export const chooseLabels = (labels: readonly Label[], max = maxLabels): Label[] => {
  const chosenLabels: Label[] = []
  for (const label of labels.toSorted(compareImportance)) {
    if (chosenLabels.length >= max) break
    if (!chosenLabels.some((other) => overlaps(label, other))) chosenLabels.push(label)
  }
  return chosenLabels
}
