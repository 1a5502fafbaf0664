import { homePath } from '#platform/navigation.ts'
import { writeAddress } from '#platform/search-text.ts'

import { writeView } from './view.ts'
import type { DashboardView } from './view.ts'

/** Both addresses show the dashboard. If loading fails, the first address redirects to the second. spec §2 */
export const paths = {
  home: () => homePath,
  dashboard: (view?: DashboardView) => `/dashboard${view ? writeAddress(writeView(view)) : ''}`,
}
