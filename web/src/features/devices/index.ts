import { MobileOutlined } from '@ant-design/icons'

import type { Feature } from '#platform/feature.ts'

import { paths } from './paths.ts'

/** Without `validateSearch`, so that the definition of the list is loaded with its page. The page ignores invalid values. */
export const devices: Feature = {
  menu: {
    path: paths.list(),
    label: 'entities.devices.menu',
    icon: MobileOutlined,
    permission: 'devicesEdit',
  },
  screens: [
    {
      path: paths.list(),
      access: 'private',
      permission: 'devicesEdit',
      title: 'entities.devices.title',
      load: async () => (await import('./list-page.tsx')).DevicesListPage,
    },
  ],
}
