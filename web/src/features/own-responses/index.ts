import { SolutionOutlined } from '@ant-design/icons'

import type { Feature } from '#platform/feature.ts'

import { paths } from './paths.ts'

export const ownResponses: Feature = {
  menu: {
    path: paths.list(),
    label: 'entities.ownResponses.menu',
    icon: SolutionOutlined,
    permission: 'ownResponsesRead',
  },
  screens: [
    {
      path: paths.list(),
      access: 'private',
      permission: 'ownResponsesRead',
      title: 'entities.ownResponses.title',
      load: async () => (await import('./list-page.tsx')).OwnResponsesPage,
    },
  ],
}
