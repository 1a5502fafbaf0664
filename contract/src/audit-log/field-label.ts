import type { EntityName } from './contract.ts'

/** Where the messages of each entity begin. */
const roots: Record<EntityName, string> = {
  user: 'user',
  userDetails: 'entities.userDetails',
  survey: 'entities.surveys',
  surveyResponse: 'entities.surveyResponses',
  surveyExport: 'entities.surveyExports',
  comment: 'entities.surveyResponses',
  settings: 'settings',
}

/** Fields that change with every write, or that the entry itself names. A survey's version is a fact of its own. */
export const isBookkeeping = (entity: EntityName, field: string): boolean =>
  field === 'id' || field === 'updatedAt' || (field === 'version' && entity !== 'survey')

/** The keys of a field's label, the first that exists counts: the entity's own word, or the audit log's. */
export const fieldLabelKeys = (entity: EntityName, field: string): string[] => [
  `${roots[entity]}.fields.${field}`,
  `${roots[entity]}.${field}`,
  `auditLog.names.${field}`,
]

/** The keys of the word for one value of a choice, such as a status or a role. */
export const choiceLabelKeys = (entity: EntityName, field: string, value: string): string[] => [
  `${roots[entity]}.${field}s.${value}`,
  `${roots[entity]}.${field}es.${value}`,
  `${field}.${value}.label`,
  `common.values.${value}`,
]
