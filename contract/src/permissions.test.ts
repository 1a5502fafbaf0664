import { expect, test } from 'vitest'

import { can, permissions, roles } from './permissions.ts'

// Written out by hand from the specification, so that a slip in the table shows here.
const managerOnly = [
  'iamEdit',
  'iamCreate',
  'iamImport',
  'iamRead',
  'iamUserAutocomplete',
  'auditLogRead',
  'settingsEdit',
]
const managerAndSupervisor = [
  'surveyResponsesImport',
  'surveyResponsesCreate',
  'surveyResponsesEdit',
  'surveyResponsesDestroy',
  'surveyResponsesRead',
  'surveyResponsesAutocomplete',
  'surveyListRead',
]
const addedManagerOnly = ['userDetailsCreate', 'userDetailsEdit', 'userDetailsDestroy', 'userDetailsImport']
const addedManagerAndSupervisor = ['userDetailsRead', 'userDetailsAutocomplete']

test('§6 the permission table is the specification, name by name and role by role', () => {
  expect(permissions).toEqual({
    ...Object.fromEntries([...managerOnly, ...addedManagerOnly].map((name) => [name, ['manager']])),
    ...Object.fromEntries(
      [...managerAndSupervisor, ...addedManagerAndSupervisor].map((name) => [
        name,
        ['manager', 'supervisor'],
      ]),
    ),
  })
  expect(roles).toEqual(['manager', 'supervisor', 'monitor', 'enumerator'])
})

test('§6 any allowed role is enough, and no role allows nothing', () => {
  expect(can({ roles: ['monitor', 'supervisor'] }, 'surveyResponsesRead')).toBe(true)
  expect(can({ roles: ['monitor', 'enumerator'] }, 'surveyResponsesRead')).toBe(false)
  expect(can({ roles: [] }, 'surveyResponsesRead')).toBe(false)
})
