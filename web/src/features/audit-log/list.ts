import { auditActions, entityNames, listAuditLog } from '@baseline/contract/audit-log/contract.ts'

import { defineList } from '#platform/list/list-definition.ts'

/** spec §3, §4 */
export const auditLogList = defineList({
  name: 'audit-log',
  route: listAuditLog,
  defaultOrder: 'timestamp_DESC',
  search: 'search',
  filters: [
    { kind: 'text', name: 'search', label: 'auditLog.searchedFor' },
    { kind: 'dates', valueType: 'instant', name: 'timestampRange', label: 'auditLog.fields.timestamp' },
    { kind: 'text', name: 'createdByEmail', label: 'auditLog.fields.createdByEmail' },
    {
      kind: 'many',
      name: 'entityNames',
      label: 'auditLog.fields.entityName',
      choices: entityNames.map((value) => ({ value, label: `auditLog.entities.${value}` })),
    },
    {
      kind: 'many',
      name: 'action',
      label: 'auditLog.fields.action',
      choices: auditActions.map((value) => ({ value, label: `auditLog.actions.${value}` })),
    },
    { kind: 'text', matchesWhole: true, name: 'entityId', label: 'auditLog.fields.entityId' },
  ],
  count: { one: 'auditLog.count.one', many: 'auditLog.count.many', estimate: 'auditLog.count.estimate' },
})
