import type { EntityName } from './contract.ts'

/** Root of the message keys of each entity. */
const roots: Record<EntityName, string> = {
  user: 'user',
  userDetails: 'entities.userDetails',
  device: 'entities.devices',
  submission: 'entities.intake',
  survey: 'entities.surveys',
  surveyResponse: 'entities.surveyResponses',
  surveyExport: 'entities.surveyExports',
  bulkReview: 'entities.surveyResponses',
  comment: 'entities.surveyResponses',
  flag: 'checks',
  answerQuery: 'entities.answerQueries',
  checkRule: 'checks',
  settings: 'settings',
}

/**
 * Fields that change with every write, or that the entry already names. The version of a survey is data, so
 * it is shown.
 */
export const isBookkeeping = (entity: EntityName, field: string): boolean =>
  field === 'id' || field === 'updatedAt' || (field === 'version' && entity !== 'survey')

/** Message keys of a field's label, in order of preference: the entity's own, then the audit log's. */
export const fieldLabelKeys = (entity: EntityName, field: string): string[] => [
  `${roots[entity]}.fields.${field}`,
  `${roots[entity]}.${field}`,
  `auditLog.names.${field}`,
]

/** Message keys of the label of a choice, such as a status or a role. */
export const choiceLabelKeys = (entity: EntityName, field: string, value: string): string[] => [
  `${roots[entity]}.${field}s.${value}`,
  `${roots[entity]}.${field}es.${value}`,
  `${field}.${value}.label`,
  `common.values.${value}`,
]
