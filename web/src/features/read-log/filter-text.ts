import type { EntityName } from '@baseline/contract/audit-log/contract.ts'
import { choiceLabelKeys, fieldLabelKeys } from '@baseline/contract/audit-log/field-label.ts'
import type { ReadLogEntry } from '@baseline/contract/read-log/contract.ts'
import type { ReadEntity } from '@baseline/contract/reads.ts'

import { t, textOf } from '#platform/i18n.ts'
import { formatInstant, formatNumber } from '#platform/time.ts'

/** The entity that has the labels of the filter; the audit log has its own. */
const labelledEntity: Readonly<Record<ReadEntity, EntityName | undefined>> = {
  surveyResponse: 'surveyResponse',
  surveyExport: 'surveyResponse',
  user: 'user',
  userDetails: 'userDetails',
  device: 'device',
  submission: 'submission',
  auditLog: undefined,
}

const firstText = (keys: readonly string[]): string | undefined =>
  keys.map((key) => textOf(key)).find((text) => text !== undefined)

/** Returns the label of a filter, or undefined if it has none. */
export const findFilterLabel = (entity: ReadEntity, name: string): string | undefined => {
  const field = name.replace(/Range$/, '')
  const owner = labelledEntity[entity]
  return firstText([
    `readLog.filters.${field}`,
    ...(owner ? fieldLabelKeys(owner, field) : [`auditLog.fields.${field}`]),
  ])
}

const choiceKeys = (entity: ReadEntity, name: string, value: string): string[] => {
  const owner = labelledEntity[entity]
  if (name === 'roles' && value === 'none') return ['iam.noRole']
  if (owner) return choiceLabelKeys(owner, name, value)
  return [`auditLog.${name === 'action' ? 'actions' : 'entities'}.${value}`]
}

const instantPattern = /^\d{4}-\d\d-\d\dT/

const valueText = (entity: ReadEntity, name: string, value: unknown): string => {
  if (typeof value === 'object' && value !== null && 'more' in value)
    return t('readLog.more', { count: formatNumber(Number(value.more)) })
  const text = String(value)
  if (instantPattern.test(text)) return formatInstant(text)
  return firstText(choiceKeys(entity, name, text)) ?? text
}

const rangeText = (ends: readonly unknown[]): string =>
  [ends[0], ends[1]]
    .map((end) => (typeof end === 'string' ? (instantPattern.test(end) ? formatInstant(end) : end) : '…'))
    .join(' – ')

const valuesText = (entity: ReadEntity, name: string, value: unknown): string => {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return name.endsWith('Range')
    ? rangeText(values)
    : values.map((one) => valueText(entity, name, one)).join(', ')
}

/** Returns the label and the values of each field of an entry's filter; answers by the key of their question. */
export const filterTexts = ({
  entity,
  filter,
}: Pick<ReadLogEntry, 'entity' | 'filter'>): { name: string; label: string; text: string }[] =>
  Object.entries(filter ?? {}).map(([name, value]) => {
    const text =
      name === 'answers' && typeof value === 'object' && value !== null
        ? Object.entries(value)
            .map(([key, answer]) => `${key}: ${valuesText(entity, name, answer)}`)
            .join('; ')
        : valuesText(entity, name, value)
    return { name, label: findFilterLabel(entity, name) ?? name, text }
  })
