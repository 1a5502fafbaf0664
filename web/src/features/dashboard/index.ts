import { HomeOutlined } from '@ant-design/icons'

import type { Feature } from '#platform/feature.ts'
import { homePath } from '#platform/navigation.ts'

const load = async () => (await import('./view-page.tsx')).DashboardPage

/** The same screen at both addresses. spec §2 */
export const dashboard: Feature = {
  menu: { path: homePath, label: 'dashboard.menu', icon: HomeOutlined },
  screens: [
    { path: homePath, access: 'private', load },
    { path: '/dashboard', access: 'private', load },
  ],
}
