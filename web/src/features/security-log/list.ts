import { listSecurityLog, securityEvents, securityResults } from '@baseline/contract/security-log/contract.ts'

import { defineList } from '#platform/list/list-definition.ts'

export const securityLogList = defineList({
  name: 'security-log',
  route: listSecurityLog,
  defaultOrder: 'timestamp_DESC',
  search: 'email',
  filters: [
    { kind: 'dates', valueType: 'instant', name: 'timestampRange', label: 'securityLog.fields.timestamp' },
    { kind: 'text', name: 'email', label: 'securityLog.fields.email' },
    {
      kind: 'many',
      name: 'event',
      label: 'securityLog.fields.event',
      choices: securityEvents.map((value) => ({ value, label: `securityLog.events.${value}` })),
    },
    {
      kind: 'one',
      name: 'result',
      label: 'securityLog.fields.result',
      choices: securityResults.map((value) => ({ value, label: `securityLog.results.${value}` })),
    },
    { kind: 'text', matchesWhole: true, name: 'sender', label: 'securityLog.fields.sender' },
  ],
  count: {
    one: 'securityLog.count.one',
    many: 'securityLog.count.many',
    estimate: 'securityLog.count.estimate',
  },
})
