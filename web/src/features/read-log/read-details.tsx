import type { ReadLogEntry } from '@baseline/contract/read-log/contract.ts'

import { recordPath } from '#platform/entities.ts'
import { t } from '#platform/i18n.ts'
import { PathLink } from '#platform/ui/path-link.tsx'

import { filterTexts } from './filter-text.ts'

/** Returns the path of the record, if its entity has a screen. */
const pathOf = ({ entity, recordId }: ReadLogEntry): string | undefined =>
  recordId === null || entity === 'auditLog' ? undefined : recordPath(entity, recordId)

/** Shows all fields of the filter, and the record. */
export const ReadDetails = ({ entry }: { entry: ReadLogEntry }) => {
  const path = pathOf(entry)
  const fields = filterTexts(entry)
  return (
    <div className="read-details">
      {fields.length === 0 && entry.recordId === null && t('readLog.noFilter')}
      <dl>
        {fields.map(({ name, label, text }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {entry.recordId !== null && (
          <div>
            <dt>{t('readLog.fields.recordId')}</dt>
            <dd>
              <code>{entry.recordId}</code>
            </dd>
          </div>
        )}
      </dl>
      {path !== undefined && <PathLink to={path}>{t('auditLog.difference.openRecord')}</PathLink>}
    </div>
  )
}
