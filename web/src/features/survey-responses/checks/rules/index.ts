import { FileDoneOutlined } from '@ant-design/icons'

import type { Feature } from '#platform/feature.ts'

import { paths } from './paths.ts'

export const checkRules: Feature = {
  menu: {
    path: paths.list(),
    label: 'checkRules.menu',
    icon: FileDoneOutlined,
    permission: 'checksRead',
  },
  screens: [
    {
      path: paths.list(),
      access: 'private',
      permission: 'checksRead',
      title: 'checkRules.title',
      load: async () => (await import('./list-page.tsx')).CheckRulesPage,
    },
    {
      path: paths.view('$id'),
      access: 'private',
      permission: 'checksRead',
      title: 'checkRules.title',
      load: async () => (await import('./view-page.tsx')).CheckRulePage,
    },
  ],
}
