import { Link } from '@tanstack/react-router'

import { t } from '#platform/i18n.ts'

import { paths } from './paths.ts'

import './iam.css'

/** The router would mark both: they have one path. */
const exactly = { exact: true, includeSearch: true }

/** Links, because each mode has an address of its own. spec §2 */
export const ModeTabs = ({ mode }: { mode: 'users' | 'roles' }) => (
  <nav className="mode-tabs" aria-label={t('iam.modes.title')}>
    <Link to={paths.list()} activeOptions={exactly} aria-current={mode === 'users' ? 'page' : undefined}>
      {t('iam.modes.users')}
    </Link>
    <Link
      to={paths.list()}
      search={{ mode: 'roles' }}
      activeOptions={exactly}
      aria-current={mode === 'roles' ? 'page' : undefined}
    >
      {t('iam.modes.roles')}
    </Link>
  </nav>
)
