import { roles } from '@baseline/contract/permissions.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { Checkbox } from 'antd'

import { t } from '#platform/i18n.ts'

import './iam.css'

interface RolesInputProps {
  /** Set by the form field. */
  id?: string
  value?: Role[]
  onChange?: (roles: Role[]) => void
  /** A role that cannot be removed here: users cannot revoke their own access to this page. spec §5 */
  lockedRole?: Role | undefined
}

export const RolesInput = ({ id, value = [], onChange, lockedRole }: RolesInputProps) => (
  <div id={id} role="group" aria-label={t('user.fields.roles')} className="role-choices">
    {roles.map((role) => (
      <Checkbox
        key={role}
        checked={value.includes(role)}
        disabled={role === lockedRole}
        onChange={({ target }) =>
          // Sorted like on the server, so that ticking and unticking a role leaves no change.
          onChange?.(roles.filter((one) => (one === role ? target.checked : value.includes(one))).toSorted())
        }
      >
        {t(`roles.${role}.label`)}
        <span>{t(`roles.${role}.description`)}</span>
      </Checkbox>
    ))}
  </div>
)
