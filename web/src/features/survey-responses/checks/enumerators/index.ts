import { BarChartOutlined } from '@ant-design/icons'

import type { Feature } from '#platform/feature.ts'

import { paths } from './paths.ts'

export const enumerators: Feature = {
  menu: {
    path: paths.list(),
    label: 'enumerators.menu',
    icon: BarChartOutlined,
    permission: 'checksRead',
  },
  screens: [
    {
      path: paths.list(),
      access: 'private',
      permission: 'checksRead',
      title: 'enumerators.title',
      load: async () => (await import('./list-page.tsx')).EnumeratorsPage,
    },
    {
      path: paths.view('$id'),
      access: 'private',
      permission: 'checksRead',
      title: 'enumerators.title',
      load: async () => (await import('./view-page.tsx')).EnumeratorPage,
    },
  ],
}
