import type { AuditLogEntry } from '@baseline/contract/audit-log/contract.ts'
import { Link } from '@tanstack/react-router'

import { t, textOf } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { recordPath } from '#platform/records.ts'

import { changesOf, valueText } from './difference.ts'

import './difference-table.css'

/** Fields are called as their own screens call them. */
const fieldLabel = (entity: string, field: string): string =>
  textOf(`${entity}.fields.${field}`) ??
  textOf(`entities.${entity}.fields.${field}`) ??
  textOf(`${entity}.${field}`) ??
  field

const Value = ({ value }: { value: unknown }) => {
  const text = valueText(value)
  return text === undefined ? <Blank /> : <span className="difference-value">{text}</span>
}

/** Where the record of an entry is seen; one that was deleted is nowhere any more. */
const pathOf = ({ entityName, entityId, action }: AuditLogEntry): string | undefined =>
  action === 'destroy' ? undefined : recordPath(entityName, entityId)

/** What was there before and what is there after, field by field. */
export const DifferenceTable = ({ entry }: { entry: AuditLogEntry }) => {
  const changes = changesOf(entry.values)
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
              <th scope="col">{t('auditLog.difference.before')}</th>
              <th scope="col">{t('auditLog.difference.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{fieldLabel(entry.entityName, field)}</th>
                <td className="difference-before">
                  <Value value={before} />
                </td>
                <td className="difference-after">
                  <Value value={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {path !== undefined && <Link to={path}>{t('auditLog.difference.openRecord')}</Link>}
    </div>
  )
}
