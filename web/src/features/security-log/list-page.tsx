import type { SecurityLogEntry } from '@baseline/contract/security-log/contract.ts'

import { label, t, textOf } from '#platform/i18n.ts'
import type { Card, Column } from '#platform/list/columns.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import { logPaths } from '#platform/navigation.ts'
import { formatInstantWithSeconds } from '#platform/time.ts'
import { LinkButton } from '#platform/ui/path-link.tsx'

import { securityLogList } from './list.ts'

const event = (entry: SecurityLogEntry) => label(`securityLog.events.${entry.event}`)
const account = ({ email }: SecurityLogEntry) => email ?? t('securityLog.unknown')

const time = ({ timestamp }: SecurityLogEntry) => (
  <time dateTime={timestamp}>{formatInstantWithSeconds(timestamp)}</time>
)

/** Says why an attempt was refused, in the words that its user has read. */
const result = (entry: SecurityLogEntry) =>
  entry.result === 'ok' ? t('securityLog.results.ok') : (textOf(entry.result) ?? entry.result)

const columns: Column<SecurityLogEntry>[] = [
  { key: 'timestamp', label: 'securityLog.fields.timestamp', kind: 'time', render: time },
  { key: 'event', label: 'securityLog.fields.event', render: event },
  { key: 'email', label: 'securityLog.fields.email', render: account },
  { key: 'result', label: 'securityLog.fields.result', render: result },
  { key: 'sender', label: 'securityLog.fields.sender', kind: 'code' },
]

const card = (entry: SecurityLogEntry): Card => ({
  title: `${event(entry)} · ${account(entry)}`,
  detail: (
    <>
      {time(entry)}
      <br />
      {result(entry)}
    </>
  ),
})

/** Lists sign-ins and other events of accounts, successful and refused. */
export const SecurityLogPage = () => (
  <ListPage
    list={securityLogList}
    title={t('securityLog.title')}
    columns={columns}
    rowName={(entry) => `${event(entry)} ${formatInstantWithSeconds(entry.timestamp)}`}
    card={card}
    actions={
      <>
        <LinkButton to={logPaths.auditLog}>{t('auditLog.title')}</LinkButton>
        <LinkButton to={logPaths.readLog}>{t('readLog.title')}</LinkButton>
      </>
    }
    empty={{ title: t('securityLog.empty.title'), hint: t('securityLog.empty.hint') }}
  />
)
