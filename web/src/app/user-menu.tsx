import { DownOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'

import { paths as auth } from '#features/auth/paths.ts'
import { isSecondFactorOverdue } from '#features/auth/second-factor-deadline.ts'
import { useSignOut } from '#features/auth/sign-out.ts'
import { displayName } from '#platform/display-name.ts'
import { t } from '#platform/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { session, useSignedInUser } from '#platform/session.ts'
import { PersonAvatar } from '#platform/ui/person-avatar.tsx'

/** Shows the user's avatar and name, with a menu of account actions. spec §2, §9 */
export const UserMenu = () => {
  const user = useSignedInUser()
  const go = useGo()
  const signOut = useSignOut()
  return (
    <Dropdown
      trigger={['click']}
      // antd's property, not the HTML attribute: it focuses the menu that the user has just opened.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      placement="bottomRight"
      menu={{
        items: [
          // Until the second factor is set up, the profile leads back to the page that asks for it.
          ...(isSecondFactorOverdue(user)
            ? []
            : [
                {
                  key: 'profile',
                  icon: <UserOutlined />,
                  label: t('auth.profile.menu'),
                  onClick: () => go(auth.profile()),
                },
                { type: 'divider' as const },
              ]),
          {
            key: 'signout',
            icon: <LogoutOutlined />,
            label: t('auth.signout'),
            onClick: () => signOut(),
          },
          { type: 'divider' },
          {
            key: 'version',
            disabled: true,
            label: t('app.version', { version: import.meta.env.VITE_VERSION }),
          },
        ],
      }}
    >
      <Button
        type="text"
        className="user-menu"
        aria-haspopup="menu"
        title={[user.fullName, user.email].filter(Boolean).join(' · ')}
      >
        <PersonAvatar person={user} size={28} onBroken={() => void session.refresh()} />
        <span className="user-name">{displayName(user)}</span>
        <DownOutlined className="user-menu-arrow" aria-hidden="true" />
      </Button>
    </Dropdown>
  )
}
