import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Outlet } from '@tanstack/react-router'
import { Button, Layout } from 'antd'
import { Suspense, lazy, useState } from 'react'

import { useFollowedExports } from '#features/survey-responses/exports/export-jobs.ts'
import { loadWithTexts, t } from '#platform/i18n.ts'
import { narrowWindow, useMediaQuery } from '#platform/media-query.ts'
import { useCurrentUser, useSessionEnded } from '#platform/session.ts'
import { Preferences } from '#platform/ui/corner.tsx'

import { MenuDrawer } from './menu-drawer.tsx'
import { SideMenu } from './side-menu.tsx'
import { UserMenu } from './user-menu.tsx'

import './layout.css'

/** Loaded only if the user follows an export. */
const ExportChips = lazy(async () => ({
  default: (await loadWithTexts(() => import('#features/survey-responses/exports/export-chips.tsx')))
    .ExportChips,
}))

const menuWidth = 232

/** Shown if the session ends while the page has unsaved input. */
const SessionDialog = lazy(async () => ({
  default: (await import('#features/auth/session-dialog.tsx')).SessionDialog,
}))

/**
 * Returns whether the menu is open, and a setter. Initially, and after the window crosses the breakpoint, the
 * menu is open in wide windows and closed in narrow ones. spec §2
 */
const useMenuOpen = (narrow: boolean) => {
  const [choice, setChoice] = useState({ narrow, open: !narrow })
  if (choice.narrow !== narrow) setChoice({ narrow, open: !narrow })
  return [choice.open, (open: boolean) => setChoice({ narrow, open })] as const
}

/** Renders the side menu, the top bar and the current screen, for screens with access `private`. spec §2 */
export const AppLayout = () => {
  const user = useCurrentUser()
  const narrow = useMediaQuery(narrowWindow)
  const [open, setOpen] = useMenuOpen(narrow)
  const hasSessionEnded = useSessionEnded()
  const hasExports = useFollowedExports().length > 0
  // After sign-out, the layout renders once more, without a user.
  if (!user) return null
  return (
    <Layout className="shell">
      <a className="skip-link" href="#main">
        {t('common.skipToContent')}
      </a>
      {narrow ? (
        <MenuDrawer open={open} width={menuWidth} onClose={() => setOpen(false)} />
      ) : (
        <Layout.Sider
          id="menu"
          theme="light"
          className="shell-sider"
          width={menuWidth}
          collapsedWidth={0}
          collapsed={!open}
          trigger={null}
          // Removes the links of a collapsed menu from the tab order.
          inert={!open}
        >
          <SideMenu />
        </Layout.Sider>
      )}
      <Layout>
        <Layout.Header className="top-bar">
          <Button
            type="text"
            aria-expanded={open}
            aria-label={open ? t('common.hideMenu') : t('common.showMenu')}
            icon={open ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
            onClick={() => setOpen(!open)}
          />
          <div className="top-bar-end">
            {hasExports && (
              <Suspense>
                <ExportChips />
              </Suspense>
            )}
            <Preferences />
            <UserMenu />
          </div>
        </Layout.Header>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <Suspense>{hasSessionEnded && <SessionDialog />}</Suspense>
      </Layout>
    </Layout>
  )
}
