import { Link } from '@tanstack/react-router'

import { t } from '#platform/i18n.ts'

import { paths } from './paths.ts'

import './iam.css'

/**
 * Requires an equal query string. By default, the router ignores additional parameters, so that the link to
 * the users would also be active at `?mode=roles`.
 */
const activeOptions = { exact: true }

/**
 * Tabs that are links: the modes have the URLs `/iam` and `/iam?mode=roles`. spec §2
 * Sets `aria-current`, because the router sets it only without filters in the query string.
 */
export const ModeTabs = ({ mode }: { mode: 'users' | 'roles' }) => (
  <nav className="mode-tabs" aria-label={t('iam.modes.title')}>
    <Link
      to={paths.list()}
      activeOptions={activeOptions}
      aria-current={mode === 'users' ? 'page' : undefined}
    >
      {t('iam.modes.users')}
    </Link>
    <Link
      to={paths.list()}
      search={{ mode: 'roles' }}
      activeOptions={activeOptions}
      aria-current={mode === 'roles' ? 'page' : undefined}
    >
      {t('iam.modes.roles')}
    </Link>
  </nav>
)
