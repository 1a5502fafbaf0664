import { SettingOutlined } from '@ant-design/icons'

import type { Feature } from '#platform/feature.ts'

const paths = { form: () => '/settings' }

export const settings: Feature = {
  menu: { path: paths.form(), label: 'settings.menu', icon: SettingOutlined, permission: 'settingsEdit' },
  screens: [
    {
      path: paths.form(),
      access: 'private',
      permission: 'settingsEdit',
      title: 'settings.title',
      load: async () => (await import('./form-page.tsx')).SettingsPage,
    },
  ],
}
