import type { AuditLogEntry } from '@baseline/contract/audit-log/contract.ts'

import { label, t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import type { Card, Column } from '#platform/list/columns.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import { formatInstant } from '#platform/time.ts'
import { Instant } from '#platform/ui/time-zone.tsx'

import { DifferenceTable } from './difference-table.tsx'
import { auditLogList } from './list.ts'

const entity = ({ entityName }: AuditLogEntry) => label(`auditLog.entities.${entityName}`)
const action = (entry: AuditLogEntry) => label(`auditLog.actions.${entry.action}`)

const columns: Column<AuditLogEntry>[] = [
  { key: 'timestamp', label: 'auditLog.fields.timestamp', kind: 'time' },
  { key: 'createdByEmail', label: 'auditLog.fields.createdByEmail' },
  { key: 'entityName', label: 'auditLog.fields.entityName', render: entity },
  { key: 'action', label: 'auditLog.fields.action', render: action },
  {
    key: 'entityLabel',
    label: 'auditLog.fields.entityLabel',
    render: (entry) =>
      entry.entityLabel ? <span className="audited-record">{entry.entityLabel}</span> : <Blank />,
  },
  { key: 'entityId', label: 'auditLog.fields.entityId', kind: 'code' },
]

/** The whole change, as one text. */
const alsoExported: Column<AuditLogEntry>[] = [{ key: 'values', label: 'auditLog.fields.values' }]

const card = (entry: AuditLogEntry): Card => ({
  title: [action(entry), entity(entry), entry.entityLabel].filter(Boolean).join(' · '),
  detail: (
    <>
      <Instant at={entry.timestamp} />
      <br />
      {entry.createdByEmail}
    </>
  ),
})

const difference = (entry: AuditLogEntry) => <DifferenceTable entry={entry} />

/** Who changed what, and when; a row opens to what it was before and after. spec §2, §3 */
export const AuditLogPage = () => (
  <ListPage
    list={auditLogList}
    title={t('auditLog.title')}
    columns={columns}
    alsoExported={alsoExported}
    rowName={(entry) => `${action(entry)} ${formatInstant(entry.timestamp)}`}
    card={card}
    expand={difference}
    empty={{ title: t('auditLog.empty.title'), hint: t('auditLog.empty.hint') }}
  />
)
