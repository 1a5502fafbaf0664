import type { ReadLogEntry } from '@baseline/contract/read-log/contract.ts'

import { label, t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import type { Card, Column } from '#platform/list/columns.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import { logPaths } from '#platform/navigation.ts'
import { formatInstantWithSeconds, formatNumber } from '#platform/time.ts'
import { LinkButton } from '#platform/ui/path-link.tsx'

import { filterTexts } from './filter-text.ts'
import { readLogList } from './list.ts'
import { ReadAlerts } from './read-alerts.tsx'
import { ReadDetails } from './read-details.tsx'
import { userName } from './user-name.ts'

import './read-log.css'

const kind = (entry: ReadLogEntry) => label(`readLog.kinds.${entry.kind}`)
const entity = (entry: ReadLogEntry) => label(`readLog.entities.${entry.entity}`)

const time = ({ timestamp }: ReadLogEntry) => (
  <time dateTime={timestamp}>{formatInstantWithSeconds(timestamp)}</time>
)

const twoLines = (first: string, second: string | null) => (
  <span className="read-lines">
    {first}
    {second !== null && <span>{second}</span>}
  </span>
)

const user = (entry: ReadLogEntry) =>
  twoLines(userName(entry), entry.userName === null ? null : entry.userEmail)

const filter = (entry: ReadLogEntry) =>
  entry.filter === null ? (
    <Blank />
  ) : (
    <span className="read-filter">
      {filterTexts(entry)
        .map((field) => `${field.label}: ${field.text}`)
        .join(' · ')}
    </span>
  )

const columns: Column<ReadLogEntry>[] = [
  { key: 'timestamp', label: 'readLog.fields.timestamp', kind: 'time', render: time },
  { key: 'userEmail', label: 'readLog.fields.user', render: user },
  { key: 'kind', label: 'readLog.fields.kind', render: kind },
  {
    key: 'entity',
    label: 'readLog.fields.entity',
    render: (entry) => twoLines(entity(entry), entry.recordLabel),
  },
  {
    key: 'recordCount',
    label: 'readLog.fields.recordCount',
    render: ({ recordCount }) => formatNumber(recordCount),
  },
  { key: 'filter', label: 'readLog.fields.filter', render: filter },
]

const extraExportColumns: Column<ReadLogEntry>[] = [
  { key: 'recordLabel', label: 'readLog.fields.recordLabel' },
  { key: 'recordId', label: 'readLog.fields.recordId' },
]

const card = (entry: ReadLogEntry): Card => ({
  title: [kind(entry), entity(entry), entry.recordLabel ?? formatNumber(entry.recordCount)].join(' · '),
  detail: (
    <>
      {time(entry)}
      <br />
      {user(entry)}
    </>
  ),
})

const details = (entry: ReadLogEntry) => <ReadDetails entry={entry} />

/** Lists who read which personal data. An expanded row shows the whole filter. */
export const ReadLogPage = () => (
  <ListPage
    list={readLogList}
    title={t('readLog.title')}
    columns={columns}
    extraExportColumns={extraExportColumns}
    rowName={(entry) => `${kind(entry)} ${formatInstantWithSeconds(entry.timestamp)}`}
    card={card}
    tabs={<ReadAlerts />}
    expand={details}
    actions={
      <>
        <LinkButton to={logPaths.auditLog}>{t('auditLog.title')}</LinkButton>
        <LinkButton to={logPaths.securityLog}>{t('securityLog.title')}</LinkButton>
      </>
    }
    empty={{ title: t('readLog.empty.title'), hint: t('readLog.empty.hint') }}
  />
)
