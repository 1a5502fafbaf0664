import { Link, useRouterState } from '@tanstack/react-router'

import { isSecondFactorOverdue } from '#features/auth/second-factor-deadline.ts'
import { features } from '#features/index.ts'
import { label, t } from '#platform/i18n.ts'
import { homePath } from '#platform/navigation.ts'
import { useSignedInUser } from '#platform/session.ts'
import { Logo } from '#platform/ui/logo.tsx'

import { menuFor, selectedItem } from './menu.ts'

/** The router also marks links whose path is the beginning of another one, such as /checks. */
const exactPath = { exact: true }

/**
 * Uses plain links in a list, because to a screen reader a site navigation is not an application menu. spec
 * §2
 */
export const SideMenu = ({ onNavigate }: { onNavigate?: () => void }) => {
  const user = useSignedInUser()
  // Until the second factor is set up, every item would lead back to the page that asks for it.
  const items = isSecondFactorOverdue(user) ? [] : menuFor(user, features)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const selected = selectedItem(items, pathname)
  return (
    <div className="side-menu">
      <Link to={homePath} className="brand" onClick={onNavigate}>
        <Logo />
        <span>{t('app.title')}</span>
      </Link>
      <nav aria-label={t('common.mainMenu')}>
        <ul>
          {items.map((item) => (
            <li key={item.path}>
              <Link
                to={item.path}
                className="side-menu-item"
                activeOptions={exactPath}
                aria-current={item === selected ? 'page' : undefined}
                onClick={onNavigate}
              >
                <item.icon />
                <span>{label(item.label)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
