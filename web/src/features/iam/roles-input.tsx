import { roles } from '@baseline/contract/permissions.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { Checkbox } from 'antd'

import { t } from '#platform/i18n.ts'

import './iam.css'

interface RolesInputProps {
  /** Given by the form's field. */
  id?: string
  value?: Role[]
  onChange?: (roles: Role[]) => void
  /** A role that cannot be taken away here: one's own permission to be here. spec §5 */
  locked?: Role | undefined
}

export const RolesInput = ({ id, value = [], onChange, locked }: RolesInputProps) => (
  <div id={id} role="group" aria-label={t('user.fields.roles')} className="role-choices">
    {roles.map((role) => (
      <Checkbox
        key={role}
        checked={value.includes(role)}
        disabled={role === locked}
        onChange={({ target }) =>
          // Sorted as the server keeps them, so that ticking and unticking is no change.
          onChange?.(roles.filter((one) => (one === role ? target.checked : value.includes(one))).toSorted())
        }
      >
        {t(`roles.${role}.label`)}
        <span>{t(`roles.${role}.description`)}</span>
      </Checkbox>
    ))}
  </div>
)
