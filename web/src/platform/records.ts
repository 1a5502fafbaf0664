import type { EntityName } from '@baseline/contract/audit-log/contract.ts'

import type { AnswerTexts, Feature } from './feature.ts'

let records: Feature['records'] = {}
let lists: Feature['lists'] = {}
let history: Feature['history']
let answerTexts: Feature['answerTexts']

/** The application says once where each entity is seen; one feature never imports another for it. */
export const installRecordPaths = (features: readonly Feature[]): void => {
  records = Object.assign({}, ...features.map((feature) => feature.records)) as Feature['records']
  lists = Object.assign({}, ...features.map((feature) => feature.lists)) as Feature['lists']
  history = features.find((feature) => feature.history)?.history
  answerTexts = features.find((feature) => feature.answerTexts)?.answerTexts
}

/** The screen of a record, if its entity has one. */
export const recordPath = (entity: EntityName, id: string): string | undefined => records?.[entity]?.(id)

/** The list of an entity with a filter, if it has one. */
export const listPath = (entity: EntityName, address: Record<string, unknown>): string | undefined =>
  lists?.[entity]?.(address)

/** Everything that happened to a record. */
export const historyPath = (entity: EntityName, id: string): string | undefined => history?.(entity, id)

/** Loads the words for the answers of responses. */
export const loadAnswerTexts = async (): Promise<AnswerTexts | undefined> => answerTexts?.()
