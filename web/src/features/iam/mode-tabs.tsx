import { t } from '#platform/i18n.ts'
import { TabLinks } from '#platform/ui/tab-links.tsx'

import { paths } from './paths.ts'

/** The modes have the URLs `/iam` and `/iam?mode=roles`. spec §2 */
export const ModeTabs = ({ mode }: { mode: 'users' | 'roles' }) => (
  <TabLinks
    name={t('iam.modes.title')}
    path={paths.list()}
    tabs={[
      { label: t('iam.modes.users'), search: {}, isCurrent: mode === 'users' },
      { label: t('iam.modes.roles'), search: { mode: 'roles' }, isCurrent: mode === 'roles' },
    ]}
  />
)
