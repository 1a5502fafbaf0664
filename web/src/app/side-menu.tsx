import { Link, useRouterState } from '@tanstack/react-router'

import { isSecondFactorOverdue } from '#features/auth/second-factor-deadline.ts'
import { features } from '#features/index.ts'
import { label, t } from '#platform/i18n.ts'
import { homePath } from '#platform/navigation.ts'
import { useSignedInUser } from '#platform/session.ts'
import { Logo } from '#platform/ui/logo.tsx'

import { isSelected, menuFor } from './menu.ts'

/**
 * Uses plain links in a list, because to a screen reader a site navigation is not an application menu. spec
 * §2
 */
export const SideMenu = ({ onNavigate }: { onNavigate?: () => void }) => {
  const user = useSignedInUser()
  // Until the second factor is set up, every item would lead back to the page that asks for it.
  const items = isSecondFactorOverdue(user) ? [] : menuFor(user, features)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
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
                aria-current={isSelected(item, pathname) ? 'page' : undefined}
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
