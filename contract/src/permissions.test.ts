import { expect, test } from 'vitest'

import { can, permissions, roles } from './permissions.ts'

// Copied by hand from the specification, to detect mistakes in the table.
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

test('§6 the permission table matches the specification', () => {
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

test('§6 allows a user with any listed role, and denies a user without roles', () => {
  expect(can({ roles: ['monitor', 'supervisor'] }, 'surveyResponsesRead')).toBe(true)
  expect(can({ roles: ['monitor', 'enumerator'] }, 'surveyResponsesRead')).toBe(false)
  expect(can({ roles: [] }, 'surveyResponsesRead')).toBe(false)
})
