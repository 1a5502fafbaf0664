import type { AuditLogEntry } from '@baseline/contract/audit-log/contract.ts'

import { label, t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import type { Card, Column } from '#platform/list/columns.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import { logPaths } from '#platform/navigation.ts'
import { formatInstantWithSeconds } from '#platform/time.ts'
import { LinkButton } from '#platform/ui/path-link.tsx'

import { DifferenceTable } from './difference-table.tsx'
import { auditLogList } from './list.ts'

const entity = ({ entityName }: AuditLogEntry) => label(`auditLog.entities.${entityName}`)
const action = (entry: AuditLogEntry) => label(`auditLog.actions.${entry.action}`)

const time = ({ timestamp }: AuditLogEntry) => (
  <time dateTime={timestamp}>{formatInstantWithSeconds(timestamp)}</time>
)

const person = ({ createdByName, createdByEmail }: AuditLogEntry) =>
  createdByName === null ? (
    createdByEmail
  ) : (
    <span className="audited-person">
      {createdByName}
      <span>{createdByEmail}</span>
    </span>
  )

const columns: Column<AuditLogEntry>[] = [
  { key: 'timestamp', label: 'auditLog.fields.timestamp', kind: 'time', render: time },
  { key: 'createdByEmail', label: 'auditLog.fields.createdBy', render: person },
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

/** Exports the whole change as one text. */
const extraExportColumns: Column<AuditLogEntry>[] = [{ key: 'values', label: 'auditLog.fields.values' }]

const card = (entry: AuditLogEntry): Card => ({
  title: [action(entry), entity(entry), entry.entityLabel].filter(Boolean).join(' · '),
  detail: (
    <>
      {time(entry)}
      <br />
      {person(entry)}
    </>
  ),
})

const difference = (entry: AuditLogEntry) => <DifferenceTable entry={entry} />

/** Lists who changed what and when. An expanded row shows the values before and after. spec §2, §3 */
export const AuditLogPage = () => (
  <ListPage
    list={auditLogList}
    title={t('auditLog.title')}
    columns={columns}
    extraExportColumns={extraExportColumns}
    rowName={(entry) => `${action(entry)} ${formatInstantWithSeconds(entry.timestamp)}`}
    card={card}
    actions={
      <>
        <LinkButton to={logPaths.securityLog}>{t('securityLog.title')}</LinkButton>
        <LinkButton to={logPaths.readLog}>{t('readLog.title')}</LinkButton>
      </>
    }
    expand={difference}
    empty={{ title: t('auditLog.empty.title'), hint: t('auditLog.empty.hint') }}
  />
)
