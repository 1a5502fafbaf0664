import { ruleIds } from '@baseline/contract/checks/rules.ts'
import { expect, test } from 'vitest'

import { groupOf, ruleGroups } from './rule-groups.ts'

test('each rule has the group of its subject', () => {
  const groups = Map.groupBy(ruleIds, groupOf)
  expect(ruleGroups.map((group) => groups.get(group)?.slice(0, 3))).toEqual([
    ['T1', 'T2', 'T3'],
    ['G1', 'G2', 'G4'],
    ['D2', 'D3', 'D6'],
    ['M1', 'M2', 'V1'],
    ['E1', 'E2', 'E3'],
  ])
  expect(groupOf('P1')).toBe('answers')
})
