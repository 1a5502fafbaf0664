import type { User } from '@baseline/contract/iam/contract.ts'
import { can } from '@baseline/contract/permissions.ts'
import { Button } from 'antd'

import { t } from '#platform/i18n.ts'
import type { Card, Column } from '#platform/list/columns.tsx'
import { Blank } from '#platform/list/columns.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import { useSignedInUser } from '#platform/session.ts'
import { PersonAvatar } from '#platform/ui/person-avatar.tsx'

import { useInviteAction, useListActions } from './list-actions.tsx'
import { usersList } from './list.ts'
import { ModeTabs } from './mode-tabs.tsx'
import { paths } from './paths.ts'
import { UserStatus, nameOf, rolesText } from './person.tsx'
import { useRemoveUsers } from './use-remove.tsx'
import { useStatus } from './use-status.tsx'

const columns: Column<User & { status?: never }>[] = [
  {
    key: 'avatars',
    label: 'user.fields.avatars',
    kind: 'picture',
    render: (user) => <PersonAvatar person={user} size={32} />,
  },
  { key: 'fullName', label: 'user.fields.fullName', render: nameOf },
  { key: 'email', label: 'user.fields.email' },
  { key: 'phoneNumber', label: 'user.fields.phoneNumber' },
  {
    key: 'roles',
    label: 'user.fields.roles',
    render: ({ roles }) => (roles.length > 0 ? rolesText(roles) : <Blank />),
  },
  {
    key: 'status',
    label: 'user.fields.status',
    render: (user) => <UserStatus {...user} />,
    exportAs: { field: 'disabled', labels: ['user.statuses.enabled', 'user.statuses.disabled'] },
  },
  { key: 'lastSignInAt', label: 'user.fields.lastSignInAt', kind: 'time' },
  { key: 'createdAt', label: 'user.fields.createdAt', kind: 'time' },
]

const card = (user: User): Card => ({
  picture: <PersonAvatar person={user} size={40} />,
  title: nameOf(user),
  detail: user.roles.length > 0 ? rolesText(user.roles) : t('iam.noRoles'),
  status: <UserStatus {...user} />,
})

export const UsersMode = () => {
  const me = useSignedInUser()
  const status = useStatus()
  const removal = useRemoveUsers()
  const addButton = useInviteAction()
  const actions = useListActions()
  const bulk = (users: User[]) => {
    const includesMe = users.some(({ id }) => id === me.id)
    const change = (disabled: boolean) => () => status.changeStatus({ users, disabled, fromList: true })
    return (
      <>
        <Button loading={status.isPending} onClick={change(false)}>
          {t('iam.enable')}
        </Button>
        <Button loading={status.isPending} disabled={includesMe} onClick={change(true)}>
          {t('iam.disable')}
        </Button>
        <Button
          danger
          loading={removal.isPending}
          disabled={includesMe}
          onClick={() => removal.remove(users)}
        >
          {t('iam.remove')}
        </Button>
        {includesMe && (
          <span className="reason">
            {t('iam.errors.disablingHimself')} · {t('iam.errors.revokingOwnPermission')}
          </span>
        )}
      </>
    )
  }
  return (
    <>
      {status.holder}
      {removal.holder}
      <ListPage
        list={usersList}
        title={t('iam.title')}
        tabs={<ModeTabs mode="users" />}
        columns={columns}
        card={card}
        rowName={nameOf}
        rowPath={({ id }) => paths.view(id)}
        empty={{ title: t('iam.empty.title'), hint: t('iam.empty.hint'), action: addButton }}
        {...(actions && { actions })}
        {...(can(me, 'iamEdit') && { bulk })}
      />
    </>
  )
}
