import { Alert, Button } from 'antd'

import { ApiError, messageOf } from '../errors.ts'
import { t } from '../i18n.ts'

/** Shows a failed refetch with a retry button above the previous rows. spec §8 */
export const ListFailure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Alert
      className="list-failure"
      type="error"
      showIcon
      title={messageOf(error)}
      description={requestId && t('common.requestId', { id: requestId.slice(0, 64) })}
      action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    />
  )
}
