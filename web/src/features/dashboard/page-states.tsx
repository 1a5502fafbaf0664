import { Alert, Button } from 'antd'

import { ApiError, messageOf } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'

import '#platform/list/list-states.css'
import './page-states.css'

interface LoadFailureProps {
  error: unknown
  isRetrying: boolean
  onRetry: () => void
  /** Resets the filters. Given if a filter can be the cause, for example a survey that was deleted. */
  onReset: (() => void) | undefined
}

/** Shown instead of the figures: says what happened and offers a retry. spec §8 */
export const LoadFailure = ({ error, isRetrying, onRetry, onReset }: LoadFailureProps) => {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Alert
      type="error"
      showIcon
      title={t('dashboard.loadFailed')}
      description={
        <>
          <p>{messageOf(error)}</p>
          {requestId !== undefined && <p>{t('common.requestId', { id: requestId.slice(0, 64) })}</p>}
          <div className="load-failure-actions">
            <Button type="primary" loading={isRetrying} onClick={onRetry}>
              {t('common.retry')}
            </Button>
            {onReset && <Button onClick={onReset}>{t('dashboard.showAll')}</Button>}
          </div>
        </>
      }
    />
  )
}

/** Empty state: there are no responses yet, or none match the filters, which can then be reset. */
export const NoResponses = ({ onReset }: { onReset: (() => void) | undefined }) => (
  <div className="list-empty">
    <h2>{onReset ? t('dashboard.empty.filtered') : t('dashboard.empty.title')}</h2>
    <p>{onReset ? t('dashboard.empty.filteredHint') : t('dashboard.empty.hint')}</p>
    {onReset && <Button onClick={onReset}>{t('dashboard.showAll')}</Button>}
  </div>
)

/** Placeholder for the first load, in the layout of the dashboard. */
export const DashboardSkeleton = () => (
  <>
    <p className="as-of">{'\u00A0'}</p>
    <div className="tiles">
      {[1, 2, 3, 4].map((tile) => (
        <div key={tile} className="tile dashboard-skeleton" />
      ))}
    </div>
    <div className="pair">
      <div className="panel dashboard-skeleton dashboard-skeleton-chart" />
      <div className="panel dashboard-skeleton dashboard-skeleton-chart" />
    </div>
    <div className="panel dashboard-skeleton dashboard-skeleton-chart" />
  </>
)
