import type { EntityName } from '@baseline/contract/audit-log/contract.ts'

import type { Feature } from './feature.ts'

let records: Feature['records'] = {}
let history: Feature['history']

/** The application says once where each entity is seen; one feature never imports another for it. */
export const installRecordPaths = (features: readonly Feature[]): void => {
  records = Object.assign({}, ...features.map((feature) => feature.records)) as Feature['records']
  history = features.find((feature) => feature.history)?.history
}

/** The screen of a record, if its entity has one. */
export const recordPath = (entity: EntityName, id: string): string | undefined => records?.[entity]?.(id)

/** Everything that happened to a record. */
export const historyPath = (entity: EntityName, id: string): string | undefined => history?.(entity, id)
