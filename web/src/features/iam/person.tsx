import type { User } from '@baseline/contract/iam/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { Tag } from 'antd'

import { t } from '#platform/i18n.ts'
import { Status } from '#platform/ui/status.tsx'

import './iam.css'

/** Returns the full name, or the email if there is no name. */
export const nameOf = ({ fullName, email }: Pick<User, 'fullName' | 'email'>): string => fullName ?? email

export const roleText = (role: Role | null): string =>
  role === null ? t('iam.noRole') : t(`roles.${role}.label`)

export const rolesText = (roles: readonly Role[]): string => roles.map(roleText).join(', ')

type SignIns = Pick<User, 'disabled' | 'authenticationUid' | 'lastSignInAt'>

/**
 * Shows whether the account is enabled, with a tag for users who have never signed in: invited, or imported
 * without an invitation.
 */
export const UserStatus = ({ disabled, authenticationUid, lastSignInAt }: SignIns) => (
  <span className="user-status">
    {disabled ? (
      <Status tone="off">{t('user.statuses.disabled')}</Status>
    ) : (
      <Status tone="good">{t('user.statuses.enabled')}</Status>
    )}
    {lastSignInAt === null && (
      <Tag variant="outlined">{authenticationUid === null ? t('iam.notInvited') : t('iam.invited')}</Tag>
    )}
  </span>
)
