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
  // What was just made has nothing before it, what was deleted nothing after it.
  const sides = (['before', 'after'] as const).filter((side) =>
    changes.some((change) => valueText(change[side]) !== undefined),
  )
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
                <th scope="row">{fieldLabel(entry.entityName, change.field)}</th>
                {sides.map((side) => (
                  <td key={side} className={`difference-${side}`}>
                    <Value value={change[side]} />
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
