import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'
import { statusMarks } from '@baseline/contract/survey-responses/status-marks.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'
import { Mark, Shape } from '#platform/ui/mark.tsx'

import { Figure } from './figure.tsx'
import type { LinkTo } from './links.ts'

import './status-bar.css'

/** Stacked bar of all responses by status. The list below has the same figures as text, with links. */
export const StatusBar = ({ statuses, linkTo }: { statuses: Dashboard['statuses']; linkTo: LinkTo }) => {
  const presentStatuses = responseStatuses.filter((status) => statuses[status] > 0)
  return (
    <section aria-label={t('dashboard.figures.byStatus')} className="by-status">
      <div className="by-status-line" aria-hidden="true">
        {presentStatuses.map((status) => {
          const { shape, tone } = statusMarks[status]
          return (
            <span key={status} style={{ flexGrow: statuses[status], background: `var(--tone-${tone})` }}>
              <Shape shape={shape} />
            </span>
          )
        })}
      </div>
      <ul>
        {presentStatuses.map((status) => (
          <li key={status}>
            <Figure to={linkTo({ status: [status] })}>
              <Mark {...statusMarks[status]}>{t(`entities.surveyResponses.statuses.${status}`)}</Mark>{' '}
              <strong>{formatNumber(statuses[status])}</strong>
            </Figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
