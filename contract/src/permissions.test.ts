import { expect, test } from 'vitest'

import { administratorRole, can, permissions, roles } from './permissions.ts'

// Written by hand, to detect mistakes in the table. spec §6
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
const addedManagerOnly = [
  'checksEdit',
  'dataProtection',
  'devicesEditAll',
  'intakeEdit',
  'surveysEdit',
  'userDetailsCreate',
  'userDetailsEdit',
  'userDetailsDestroy',
  'userDetailsImport',
  'surveyExportsReadAll',
  'statusJobsReadAll',
  'surveyResponsesApprove',
  'surveyResponsesImportAnyStatus',
]
const addedManagerAndSupervisor = [
  'checksRead',
  'flagsDecide',
  'devicesEdit',
  'userDetailsRead',
  'userDetailsAutocomplete',
  'surveyResponsesReview',
]

test('§6 the permission table matches the one written by hand', () => {
  expect(permissions).toEqual({
    ...Object.fromEntries([...managerOnly, ...addedManagerOnly].map((name) => [name, ['manager']])),
    ...Object.fromEntries(
      [...managerAndSupervisor, ...addedManagerAndSupervisor].map((name) => [
        name,
        ['manager', 'supervisor'],
      ]),
    ),
    dashboardReadAll: ['manager', 'supervisor', 'monitor'],
    surveyResponsesSupervise: ['supervisor'],
    ownResponsesRead: ['enumerator'],
  })
  expect(administratorRole).toBe('manager')
  expect(roles).toEqual(['manager', 'supervisor', 'monitor', 'enumerator'])
})

test('§6 allows a user with any listed role, and denies a user without roles', () => {
  expect(can({ roles: ['monitor', 'supervisor'] }, 'surveyResponsesRead')).toBe(true)
  expect(can({ roles: ['monitor', 'enumerator'] }, 'surveyResponsesRead')).toBe(false)
  expect(can({ roles: [] }, 'surveyResponsesRead')).toBe(false)
})
