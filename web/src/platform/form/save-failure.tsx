import { Alert } from 'antd'

import { ApiError, messageOf } from '../errors.ts'
import { t } from '../i18n.ts'
import { staysOnForm } from './use-save.ts'

/** Stands in every form that `useSave` saves. Always there, so that screen readers hear what appears in it. */
export const SaveFailure = ({ error }: { error: unknown }) => {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div role="alert" className="save-failure">
      {Boolean(error) && staysOnForm(error) && (
        <Alert
          type="error"
          showIcon
          role="presentation"
          title={messageOf(error)}
          description={requestId && t('common.requestId', { id: requestId.slice(0, 64) })}
        />
      )}
    </div>
  )
}
