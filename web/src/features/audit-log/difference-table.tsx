import type { AuditLogEntry } from '@baseline/contract/audit-log/contract.ts'
import { Link } from '@tanstack/react-router'

import { t, textOf } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { recordPath } from '#platform/records.ts'

import { changesOf, valueText } from './difference.ts'

import './difference-table.css'

/** Fields and choices are called as their own screens call them. */
const textIn = (entity: string, key: string): string | undefined =>
  textOf(`${entity}.${key}`) ?? textOf(`entities.${entity}.${key}`)

const fieldLabel = (entity: string, field: string): string =>
  textIn(entity, `fields.${field}`) ?? textIn(entity, field) ?? field

/** The words of a choice stand under the plural of its field, those of a role under its own name. */
const wordOf = (entity: string, field: string) => (token: string) =>
  textIn(entity, `${field}s.${token}`) ??
  textOf(`${field}.${token}.label`) ??
  textOf(`common.values.${token}`)

const Value = ({ text }: { text: string | undefined }) =>
  text === undefined ? <Blank /> : <span className="difference-value">{text}</span>

/** What was just made has nothing before it, what was deleted nothing after it; elsewhere a blank is told too. */
const sidesOf = (action: AuditLogEntry['action']) => {
  if (action === 'create' || action === 'import') return ['after'] as const
  return action === 'destroy' ? (['before'] as const) : (['before', 'after'] as const)
}

/** Where the record of an entry is seen; one that was deleted is nowhere any more. */
const pathOf = ({ entityName, entityId, action }: AuditLogEntry): string | undefined =>
  action === 'destroy' ? undefined : recordPath(entityName, entityId)

/** What was there before and what is there after, field by field. */
export const DifferenceTable = ({ entry }: { entry: AuditLogEntry }) => {
  const changes = changesOf(entry.values)
    .map(({ field, before, after }) => {
      const word = wordOf(entry.entityName, field)
      const label = fieldLabel(entry.entityName, field)
      const text = (value: unknown) =>
        Array.isArray(value) && value.length === 0 ? t('auditLog.difference.none') : valueText(value, word)
      return { field, label, before: text(before), after: text(after) }
    })
    .toSorted((one, other) => one.label.localeCompare(other.label))
  const sides = sidesOf(entry.action)
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
