import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'
import { ResponseMark, ResponseShape } from '#platform/ui/response-mark.tsx'

import { Figure } from './figure.tsx'
import type { LinkTo } from './links.ts'

/** Stacked bar of all responses by status. The list below has the same figures as text, with links. */
export const StatusBar = ({ statuses, linkTo }: { statuses: Dashboard['statuses']; linkTo: LinkTo }) => {
  const presentStatuses = responseStatuses.filter((status) => statuses[status] > 0)
  return (
    <section aria-label={t('dashboard.figures.byStatus')} className="by-status">
      <div className="by-status-line" aria-hidden="true">
        {presentStatuses.map((status) => (
          <span key={status} className={`response-${status}`} style={{ flexGrow: statuses[status] }}>
            <ResponseShape status={status} />
          </span>
        ))}
      </div>
      <ul>
        {presentStatuses.map((status) => (
          <li key={status}>
            <Figure to={linkTo({ status: [status] })}>
              <ResponseMark status={status} /> <strong>{formatNumber(statuses[status])}</strong>
            </Figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
