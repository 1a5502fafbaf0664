import { listReadLog } from '@baseline/contract/read-log/contract.ts'
import { readEntities, readKinds } from '@baseline/contract/reads.ts'

import { defineList } from '#platform/list/list-definition.ts'

export const readLogList = defineList({
  name: 'read-log',
  route: listReadLog,
  defaultOrder: 'timestamp_DESC',
  search: 'user',
  filters: [
    { kind: 'text', name: 'user', label: 'readLog.fields.user' },
    { kind: 'dates', valueType: 'instant', name: 'timestampRange', label: 'readLog.fields.timestamp' },
    {
      kind: 'many',
      name: 'kind',
      label: 'readLog.fields.kind',
      choices: readKinds.map((value) => ({ value, label: `readLog.kinds.${value}` })),
    },
    {
      kind: 'many',
      name: 'entity',
      label: 'readLog.fields.entity',
      choices: readEntities.map((value) => ({ value, label: `readLog.entities.${value}` })),
    },
    { kind: 'text', matchesWhole: true, name: 'recordId', label: 'readLog.fields.recordId' },
  ],
  count: { one: 'readLog.count.one', many: 'readLog.count.many', estimate: 'readLog.count.estimate' },
})
