import type { AuditLogEntry, EntityName } from '@baseline/contract/audit-log/contract.ts'
import { choiceLabelKeys, fieldLabelKeys } from '@baseline/contract/audit-log/field-label.ts'
import { Link } from '@tanstack/react-router'
import { Skeleton } from 'antd'

import { recordPath } from '#platform/entities.ts'
import type { FieldTexts } from '#platform/feature.ts'
import { t, textOf } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'

import { changesOf, omitRepeats, questionKey, valueText } from './difference.ts'
import type { Change, ValueTexts } from './difference.ts'
import { useFieldTexts } from './use-field-texts.ts'

import './difference-table.css'

const firstText = (keys: readonly string[]): string | undefined =>
  keys.map((key) => textOf(key)).find((text) => text !== undefined)

/** Returns the label from the entity's own screen. Falls back to the question key, then to the field name. */
const fieldLabel = (entity: EntityName, field: string): string =>
  firstText(fieldLabelKeys(entity, field)) ?? questionKey(field) ?? field

/** Entities whose filter has the fields of a response. */
const filtersResponses: readonly EntityName[] = ['surveyExport', 'bulkReview']

const valueTextsOf = (entity: EntityName, field: string): ValueTexts => ({
  choiceText: (token) => firstText(choiceLabelKeys(entity, field, token)),
  labelOf: (inner) => fieldLabel(filtersResponses.includes(entity) ? 'surveyResponse' : entity, inner),
})

const Value = ({ text }: { text: string | undefined }) =>
  text === undefined ? <Blank /> : <span className="difference-value">{text}</span>

/**
 * Created and imported records have no "before", deleted records have no "after". Other changes show both,
 * even if one is blank.
 */
const sidesOf = (action: AuditLogEntry['action']) => {
  if (action === 'create' || action === 'import') return ['after'] as const
  return action === 'destroy' ? (['before'] as const) : (['before', 'after'] as const)
}

/** Returns the path of the entry's record; undefined if the record was deleted. */
const pathOf = ({ entityName, entityId, action }: AuditLogEntry): string | undefined =>
  action === 'destroy' ? undefined : recordPath(entityName, entityId)

const textsOf = (entry: AuditLogEntry, { field, before, after }: Change, texts: FieldTexts | undefined) => {
  const valueTexts = valueTextsOf(entry.entityName, field)
  const text = (value: unknown) => {
    if (Array.isArray(value) && value.length === 0) return t('auditLog.difference.none')
    return texts && field !== 'comments' ? texts.valueText(field, value) : valueText(value, valueTexts)
  }
  return {
    field,
    label: texts ? texts.fieldName(field) : fieldLabel(entry.entityName, field),
    before: text(before),
    after: text(after),
  }
}

/** Shows the values before and after a change, field by field. */
export const DifferenceTable = ({ entry }: { entry: AuditLogEntry }) => {
  const { texts, isLoading } = useFieldTexts(entry)
  if (isLoading) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  const sides = sidesOf(entry.action)
  const allChanges = changesOf(entry.entityName, entry.values)
  const changes = (texts ? omitRepeats(allChanges, texts.columnOf) : allChanges)
    .map((change) => textsOf(entry, change, texts))
    .filter((change) => sides.length === 2 || sides.some((side) => change[side] !== undefined))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  const path = pathOf(entry)
  return (
    <div className="difference">
      {changes.length === 0 ? (
        <p>{t('auditLog.difference.nothing')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('auditLog.difference.field')}</th>
              {sides.map((side) => (
                <th key={side} scope="col">
                  {t(`auditLog.difference.${side}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.field}>
                <th scope="row">{change.label}</th>
                {sides.map((side) => (
                  <td key={side} className={`difference-${side}`}>
                    <Value text={change[side]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {path !== undefined && <Link to={path}>{t('auditLog.difference.openRecord')}</Link>}
    </div>
  )
}
