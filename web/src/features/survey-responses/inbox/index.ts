import { InboxOutlined } from '@ant-design/icons'

import type { Feature } from '#platform/feature.ts'

import { paths } from './paths.ts'

/** Without `validateSearch`, so that the definition of the list is loaded with its page. The page ignores invalid values. */
export const inbox: Feature = {
  menu: {
    path: paths.list(),
    label: 'entities.intake.menu',
    icon: InboxOutlined,
    permission: 'intakeEdit',
  },
  screens: [
    {
      path: paths.list(),
      access: 'private',
      permission: 'intakeEdit',
      title: 'entities.intake.title',
      load: async () => (await import('./list-page.tsx')).InboxListPage,
    },
    {
      path: paths.view('$id'),
      access: 'private',
      permission: 'intakeEdit',
      title: 'entities.intake.view',
      load: async () => (await import('./view-page.tsx')).InboxViewPage,
    },
  ],
}
