import type { DataReport } from '@baseline/contract/data-protection/contract.ts'
import { Skeleton } from 'antd'

import { t } from '#platform/i18n.ts'
import { ListFailure } from '#platform/list/list-states.tsx'
import { formatNumber } from '#platform/time.ts'

const kinds = ['responses', 'files', 'comments', 'auditEntries', 'exports'] as const

/** Returns a text like `Responses 2 · Files 5`, without zeros. */
export const reportText = (report: DataReport): string =>
  kinds
    .filter((kind) => report[kind] > 0)
    .map((kind) => `${t(`dataProtection.report.${kind}`)} ${formatNumber(report[kind])}`)
    .join(' · ')

interface ReportProps {
  /** Undefined while the server counts. */
  report: DataReport | undefined
  error: unknown
  onRetry: () => void
}

/** Numbers of records with the data that a dialog is about. */
export const Report = ({ report, error, onRetry }: ReportProps) => {
  if (error) return <ListFailure error={error} onRetry={onRetry} />
  if (!report) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  return (
    <dl className="data-report">
      {kinds.map((kind) => (
        <div key={kind}>
          <dt>{t(`dataProtection.report.${kind}`)}</dt>
          <dd>{formatNumber(report[kind])}</dd>
        </div>
      ))}
    </dl>
  )
}
