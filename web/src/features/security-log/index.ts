import type { Feature } from '#platform/feature.ts'
import { logPaths } from '#platform/navigation.ts'

import { securityLogList } from './list.ts'

export const securityLog: Feature = {
  screens: [
    {
      path: logPaths.securityLog,
      access: 'private',
      permission: 'auditLogRead',
      title: 'securityLog.title',
      validateSearch: securityLogList.validateSearch,
      load: async () => (await import('./list-page.tsx')).SecurityLogPage,
    },
  ],
}
