import { Alert, Button } from 'antd'

import { ApiError, messageOf } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'

/** Says that rules could not be loaded, and offers to load them again. */
export const LoadFailure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Alert
      type="error"
      showIcon
      title={t('checkRules.loadFailed')}
      description={
        <>
          <p>{messageOf(error)}</p>
          {requestId !== undefined && <p>{t('common.requestId', { id: requestId.slice(0, 64) })}</p>}
        </>
      }
      action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    />
  )
}
