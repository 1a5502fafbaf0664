import type { Role } from '@baseline/contract/permissions.ts'
import { expect, test } from 'vitest'

import { features } from '#features/index.ts'

import { menuFor, selectedItem } from './menu.ts'

test('spec §2 the dashboard is selected only on an exact match', () => {
  expect(selectedItem([{ path: '/' }], '/')).toEqual({ path: '/' })
  expect(selectedItem([{ path: '/' }], '/settings')).toBeUndefined()
})

test.for([
  ['/', 'dashboard.menu'],
  ['/dashboard', 'dashboard.menu'],
  ['/iam/new', 'iam.menu'],
  ['/checks/T5', 'checkRules.menu'],
  ['/checks/enumerators/a1', 'enumerators.menu'],
  ['/profile', undefined],
  ['/data-protection', undefined],
])('spec §2 at %s the menu selects only %s', ([pathname = '', selected]) => {
  const items = menuFor({ roles: ['manager'] }, features)
  expect(selectedItem(items, pathname)?.label).toBe(selected)
})

test('spec §2 selects other items on their sub-paths too, but not on a longer word', () => {
  const isSelected = (item: { path: string }, pathname: string) => selectedItem([item], pathname) === item
  expect(isSelected({ path: '/iam' }, '/iam')).toBe(true)
  expect(isSelected({ path: '/iam' }, '/iam/new')).toBe(true)
  expect(isSelected({ path: '/iam' }, '/iam/7/edit')).toBe(true)
  expect(isSelected({ path: '/iam' }, '/iambic')).toBe(false)
  expect(isSelected({ path: '/iam' }, '/')).toBe(false)
})

test('spec §2 shows only items that the user may open, in the order of the features', () => {
  const labels = (roles: Role[]) => menuFor({ roles }, features).map(({ label }) => label)
  expect(labels(['manager'])).toEqual([
    'dashboard.menu',
    'entities.surveys.menu',
    'entities.surveyResponses.menu',
    'entities.review.menu',
    'entities.answerQueries.menu',
    'entities.intake.menu',
    'checkRules.menu',
    'enumerators.menu',
    'entities.userDetails.menu',
    'entities.devices.menu',
    'iam.menu',
    'auditLog.menu',
    'settings.menu',
  ])
  expect(labels(['supervisor'])).toEqual([
    'dashboard.menu',
    'entities.surveys.menu',
    'entities.surveyResponses.menu',
    'entities.review.menu',
    'entities.answerQueries.menu',
    'checkRules.menu',
    'enumerators.menu',
    'entities.userDetails.menu',
    'entities.devices.menu',
  ])
  expect(labels(['monitor'])).toEqual(['dashboard.menu'])
  expect(labels(['enumerator'])).toEqual(['dashboard.menu', 'entities.ownResponses.menu'])
})
