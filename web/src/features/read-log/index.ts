import type { Feature } from '#platform/feature.ts'
import { logPaths } from '#platform/navigation.ts'

import { readLogList } from './list.ts'

export const readLog: Feature = {
  screens: [
    {
      path: logPaths.readLog,
      access: 'private',
      permission: 'auditLogRead',
      title: 'readLog.title',
      validateSearch: readLogList.validateSearch,
      load: async () => (await import('./list-page.tsx')).ReadLogPage,
    },
  ],
}
