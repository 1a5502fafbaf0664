import { Link } from '@tanstack/react-router'

import { t } from '#platform/i18n.ts'

import { paths } from './paths.ts'

import './iam.css'

/** Compares the search too: both links have the same path, so the router would mark both as active. */
const activeOptions = { exact: true, includeSearch: true }

/** Links, because each mode has its own address. spec §2 */
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
