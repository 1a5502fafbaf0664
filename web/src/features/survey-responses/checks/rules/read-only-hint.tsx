import { can } from '@baseline/contract/permissions.ts'
import { Alert } from 'antd'

import { t } from '#platform/i18n.ts'
import { useSignedInUser } from '#platform/session.ts'

/** Says why a user cannot change rules. */
export const ReadOnlyHint = () => {
  const mayEdit = can(useSignedInUser(), 'checksEdit')
  return (
    <Alert
      role="note"
      type="info"
      showIcon
      title={mayEdit ? t('checkRules.readOnly.scope') : t('checkRules.readOnly.permission')}
    />
  )
}
