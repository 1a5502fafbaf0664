import { homePath } from '#platform/navigation.ts'
import { writeAddress } from '#platform/search-text.ts'

import { writeView } from './view.ts'
import type { DashboardView } from './view.ts'

/** The same screen at both addresses; only the second one stays when the figures do not come. spec §2 */
export const paths = {
  home: () => homePath,
  steady: (view?: DashboardView) => `/dashboard${view ? writeAddress(writeView(view)) : ''}`,
}
