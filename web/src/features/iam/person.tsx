import type { User } from '@baseline/contract/iam/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'

import { t } from '#platform/i18n.ts'
import { Status } from '#platform/ui/status.tsx'

/** What a person is called where the whole name has room: their name, or else their address. */
export const nameOf = ({ fullName, email }: Pick<User, 'fullName' | 'email'>): string => fullName ?? email

export const rolesText = (roles: readonly Role[]): string =>
  roles.map((role) => t(`roles.${role}.label`)).join(', ')

export const UserStatus = ({ disabled }: Pick<User, 'disabled'>) =>
  disabled ? (
    <Status tone="off">{t('user.statuses.disabled')}</Status>
  ) : (
    <Status tone="good">{t('user.statuses.enabled')}</Status>
  )
