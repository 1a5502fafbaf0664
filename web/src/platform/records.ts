import type { EntityName } from '@baseline/contract/audit-log/contract.ts'

import type { AnswerTexts, Feature } from './feature.ts'

let records: Feature['records'] = {}
let lists: Feature['lists'] = {}
let history: Feature['history']
let answerTexts: Feature['answerTexts']

/** Registers the paths of each entity, so that features need not import each other. */
export const installRecordPaths = (features: readonly Feature[]): void => {
  records = Object.assign({}, ...features.map((feature) => feature.records)) as Feature['records']
  lists = Object.assign({}, ...features.map((feature) => feature.lists)) as Feature['lists']
  history = features.find((feature) => feature.history)?.history
  answerTexts = features.find((feature) => feature.answerTexts)?.answerTexts
}

/** Returns the path of a record, if its entity has a screen. */
export const recordPath = (entity: EntityName, id: string): string | undefined => records?.[entity]?.(id)

/** Returns the path of an entity's list with a filter, if it has one. */
export const listPath = (entity: EntityName, address: Record<string, unknown>): string | undefined =>
  lists?.[entity]?.(address)

/** Returns the path of a record's history. */
export const historyPath = (entity: EntityName, id: string): string | undefined => history?.(entity, id)

/** Loads the labels of answers. */
export const loadAnswerTexts = async (): Promise<AnswerTexts | undefined> => answerTexts?.()
