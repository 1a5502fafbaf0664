import { getUser, inviteAgain } from '@baseline/contract/iam/contract.ts'
import type { User } from '@baseline/contract/iam/contract.ts'
import { can } from '@baseline/contract/permissions.ts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { useRecordId } from '#platform/navigation.ts'
import { useSignedInUser } from '#platform/session.ts'
import { LinkButton } from '#platform/ui/path-link.tsx'
import { PersonAvatar } from '#platform/ui/person-avatar.tsx'
import { RecordPage } from '#platform/ui/record-page.tsx'
import type { Fact } from '#platform/ui/record-page.tsx'
import { Instant } from '#platform/ui/time-zone.tsx'
import { toast } from '#platform/ui/toast.tsx'
import { useRecord } from '#platform/use-record.ts'

import { membershipsText } from './memberships-text.ts'
import { paths } from './paths.ts'
import { UserStatus, nameOf, rolesText } from './person.tsx'
import { userKey } from './refresh-users.ts'
import { ResetSecondFactor } from './reset-second-factor.tsx'
import { useStatus } from './use-status.tsx'
import { useSurveyNames } from './use-survey-names.ts'

import './iam.css'

/** `noopener noreferrer` hides from the linked server where the link was opened. */
const AvatarLinks = ({ links }: { links: User['avatarLinks'] }) => (
  <>
    {links.map(({ name, publicUrl }) => (
      <a key={publicUrl} href={publicUrl} target="_blank" rel="noopener noreferrer" title={publicUrl}>
        {name}
      </a>
    ))}
  </>
)

const Memberships = ({ user }: { user: User }) => (
  <>{membershipsText(user.memberships, useSurveyNames() ?? [])}</>
)

const factsOf = (user: User): Fact[] => [
  { label: t('user.fields.avatars'), value: <PersonAvatar person={user} size={72} /> },
  ...(user.avatarLinks.length > 0
    ? [{ label: t('user.fields.avatarLinks'), value: <AvatarLinks links={user.avatarLinks} /> }]
    : []),
  { label: t('user.fields.email'), value: user.email },
  { label: t('user.fields.firstName'), value: user.firstName },
  { label: t('user.fields.lastName'), value: user.lastName },
  { label: t('user.fields.phoneNumber'), value: user.phoneNumber },
  { label: t('user.fields.roles'), value: user.roles.length > 0 ? rolesText(user.roles) : t('iam.noRoles') },
  { label: t('user.fields.userDetailsId'), value: user.userDetailsName },
  {
    label: t('user.fields.memberships'),
    value: can(user, 'iamEdit') ? t('iam.memberships.managers') : <Memberships user={user} />,
  },
  {
    label: t('user.fields.lastSignInAt'),
    value: user.lastSignInAt === null ? null : <Instant at={user.lastSignInAt} />,
  },
  { label: t('user.fields.createdAt'), value: <Instant at={user.createdAt} /> },
  { label: t('user.fields.updatedAt'), value: <Instant at={user.updatedAt} /> },
  { label: t('user.fields.id'), value: <code>{user.id}</code> },
]

/** Shows a user. The toggle enables a disabled user and disables an enabled one, then reloads. spec §4 */
export const UserViewPage = () => {
  const me = useSignedInUser()
  const id = useRecordId()
  const { changeStatus, isPending, holder } = useStatus()
  const user = useRecord({
    key: userKey(id),
    load: (signal) => call(getUser, { params: { id }, signal }),
    onFailure: paths.list(),
  })
  const invitation = useMutation({
    mutationFn: () => call(inviteAgain, { params: { id } }),
    onSuccess: () => toast.success(t('iam.invitedAgain')),
  })
  const [isResetting, setIsResetting] = useState(false)
  const isMe = id === me.id
  return (
    <>
      {holder}
      {isResetting && user && <ResetSecondFactor user={user} onClose={() => setIsResetting(false)} />}
      <RecordPage
        title={user && nameOf(user)}
        entity={{ name: 'user', id }}
        back={{ path: paths.list(), label: t('iam.title') }}
        status={user && <UserStatus {...user} />}
        facts={user && factsOf(user)}
        actions={
          can(me, 'iamEdit') && (
            <>
              {isMe && <span className="reason">{t('iam.errors.disablingHimself')}</span>}
              <Button
                disabled={isMe || !user}
                loading={isPending}
                onClick={() =>
                  user && changeStatus({ users: [user], disabled: !user.disabled, fromList: false })
                }
              >
                {user?.disabled ? t('iam.enable') : t('iam.disable')}
              </Button>
              <LinkButton type="primary" to={paths.edit(id)}>
                {t('common.edit')}
              </LinkButton>
            </>
          )
        }
        menu={
          user && !user.disabled && !isMe && can(me, 'iamCreate')
            ? [
                { key: 'invite', label: t('iam.inviteAgain'), onClick: () => invitation.mutate() },
                {
                  key: 'reset-second-factor',
                  label: t('iam.resetSecondFactor.action'),
                  onClick: () => setIsResetting(true),
                },
              ]
            : []
        }
      />
    </>
  )
}
