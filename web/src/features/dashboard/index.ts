import { HomeOutlined } from '@ant-design/icons'

import type { Feature, Screen } from '#platform/feature.ts'

import { paths } from './paths.ts'
import { readView, writeView } from './view.ts'

const screen = (path: string): Screen => ({
  path,
  access: 'private',
  usesStartTexts: true,
  validateSearch: (search) => writeView(readView(search)),
  load: async () => (await import('./view-page.tsx')).DashboardPage,
})

export const dashboard: Feature = {
  menu: { path: paths.home(), otherPath: paths.dashboard(), label: 'dashboard.menu', icon: HomeOutlined },
  screens: [screen(paths.home()), screen(paths.dashboard())],
}
