import type { Feature } from '#platform/feature.ts'

import { paths, readPart, searchOf } from './paths.ts'

export const dataProtection: Feature = {
  screens: [
    {
      path: paths.page(),
      access: 'private',
      permission: 'dataProtection',
      title: 'dataProtection.title',
      validateSearch: (search) => searchOf(readPart(search)),
      load: async () => (await import('./view-page.tsx')).DataProtectionPage,
    },
  ],
}
