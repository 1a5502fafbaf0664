import { deviceStates, listDevices, phoneUses } from '@baseline/contract/devices/contract.ts'

import { defineList } from '#platform/list/list-definition.ts'

export const devicesList = defineList({
  name: 'devices',
  route: listDevices,
  defaultOrder: 'createdAt_DESC',
  search: 'search',
  pinned: ['state', 'phoneUse'],
  filters: [
    { kind: 'text', name: 'search', label: 'entities.devices.searchedFor' },
    {
      kind: 'many',
      name: 'state',
      label: 'entities.devices.fields.state',
      choices: deviceStates.map((value) => ({ value, label: `entities.devices.states.${value}` })),
    },
    {
      kind: 'many',
      name: 'phoneUse',
      label: 'entities.devices.fields.phoneUse',
      choices: phoneUses.map((value) => ({ value, label: `entities.devices.phoneUses.${value}` })),
    },
  ],
  count: {
    one: 'entities.devices.count.one',
    many: 'entities.devices.count.many',
    estimate: 'entities.devices.count.estimate',
  },
})
