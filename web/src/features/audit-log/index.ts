import { HistoryOutlined } from '@ant-design/icons'

import type { Feature } from '#platform/feature.ts'
import { logPaths } from '#platform/navigation.ts'

import { auditLogList } from './list.ts'

const paths = {
  list: () => logPaths.auditLog,
  history: (entity: string, entityId: string) =>
    `${logPaths.auditLog}?${new URLSearchParams({ entityNames: JSON.stringify([entity]), entityId }).toString()}`,
}

export const auditLog: Feature = {
  menu: { path: paths.list(), label: 'auditLog.menu', icon: HistoryOutlined, permission: 'auditLogRead' },
  history: paths.history,
  screens: [
    {
      path: paths.list(),
      access: 'private',
      permission: 'auditLogRead',
      title: 'auditLog.title',
      validateSearch: auditLogList.validateSearch,
      load: async () => (await import('./list-page.tsx')).AuditLogPage,
    },
  ],
}
