import type { EntityName } from '@baseline/contract/audit-log/contract.ts'

import type { Feature } from './feature.ts'

const records: NonNullable<Feature['records']> = {}
const lists: NonNullable<Feature['lists']> = {}
let history: Feature['history']

export const maps: NonNullable<Feature['maps']> = {}
export const dialogs: NonNullable<Feature['dialogs']> = {}
export const previews: NonNullable<Feature['previews']> = {}
export const fieldTexts: NonNullable<Feature['fieldTexts']> = {}

/** Registers what the features offer to each other's screens, so that they need not import each other. */
export const installFeatures = (features: readonly Feature[]): void => {
  for (const feature of features) {
    Object.assign(records, feature.records)
    Object.assign(lists, feature.lists)
    Object.assign(maps, feature.maps)
    Object.assign(dialogs, feature.dialogs)
    Object.assign(previews, feature.previews)
    Object.assign(fieldTexts, feature.fieldTexts)
    history ??= feature.history
  }
}

/** Returns the path of a record, if its entity has a screen. */
export const recordPath = (entity: EntityName, id: string): string | undefined => records[entity]?.(id)

/** Returns the path of an entity's list with a filter, if it has one. */
export const listPath = (entity: EntityName, address: Record<string, unknown>): string | undefined =>
  lists[entity]?.(address)

/** Returns the path of a record's history. */
export const historyPath = (entity: EntityName, id: string): string | undefined => history?.(entity, id)
