import { Alert } from 'antd'

import { ApiError, messageOf } from '../errors.ts'
import { t } from '../i18n.ts'
import { staysOnForm } from './use-save.ts'

/** Shows the error of `useSave` in a form. Always rendered, so that screen readers announce changes. */
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
