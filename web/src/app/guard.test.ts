import type { Permission, Role } from '@baseline/contract/permissions.ts'
import { describe, expect, test } from 'vitest'

import { features } from '#features/index.ts'
import type { ScreenAccess } from '#platform/feature.ts'

import { guard } from './guard.ts'

const person = (roles: Role[], emailVerified = true, dueAt: string | null = null) => ({
  roles,
  emailVerified,
  secondFactor: { isSet: false, dueAt },
})
const manager = person(['manager'])
const supervisor = person(['supervisor'])
const userWithoutRoles = person([])
const unverified = person([], false)
const unverifiedManager = person(['manager'], false)
const overdue = person(['manager'], true, '2020-01-01T00:00:00Z')

const go = (user: Parameters<typeof guard>[0], access: ScreenAccess, permission?: Permission) =>
  guard(user, { path: '/iam', access, ...(permission && { permission }) }, '/iam?page=2')

describe('spec §2 private screens, the rules in order', () => {
  test('1. not signed in: redirects to sign-in with the origin', () => {
    expect(go(null, 'private')).toBe('/auth/signin?from=%2Fiam%3Fpage%3D2')
    expect(go(null, 'private', 'iamRead')).toBe('/auth/signin?from=%2Fiam%3Fpage%3D2')
    expect(guard(null, { path: '/', access: 'private' }, '/')).toBe('/auth/signin')
  })

  test('2. unverified email, checked before permissions', () => {
    expect(go(unverified, 'private')).toBe('/auth/email-unverified')
    expect(go(unverifiedManager, 'private', 'iamRead')).toBe('/auth/email-unverified')
  })

  test('3. empty permissions', () => {
    expect(go(userWithoutRoles, 'private')).toBe('/auth/empty-permissions')
    expect(go(userWithoutRoles, 'private', 'iamRead')).toBe('/auth/empty-permissions')
  })

  test('4. missing permission', () => {
    expect(go(supervisor, 'private', 'iamRead')).toBe('/403')
    expect(go(person(['monitor']), 'private', 'surveyResponsesRead')).toBe('/403')
  })

  test('5. overdue second factor: redirects to the page where it is set up', () => {
    expect(go(overdue, 'private', 'iamRead')).toBe('/profile/security')
    expect(guard(overdue, { path: '/profile/security', access: 'private' }, '/')).toBeUndefined()
    expect(go(person(['manager'], true, '2999-01-01T00:00:00Z'), 'private', 'iamRead')).toBeUndefined()
  })

  test('admits everyone else', () => {
    expect(go(manager, 'private', 'iamRead')).toBeUndefined()
    expect(go(supervisor, 'private', 'surveyResponsesRead')).toBeUndefined()
    expect(go(person(['enumerator']), 'private')).toBeUndefined()
  })
})

describe('spec §2 other screens', () => {
  test('public screens redirect signed-in users home, verified or not', () => {
    expect(go(null, 'public')).toBeUndefined()
    for (const user of [manager, userWithoutRoles, unverified]) expect(go(user, 'public')).toBe('/')
  })

  test('email-unverified admits only unverified users', () => {
    expect(go(null, 'emailUnverified')).toBe('/auth/signin')
    expect(go(manager, 'emailUnverified')).toBe('/')
    expect(go(unverified, 'emailUnverified')).toBeUndefined()
  })

  test('empty-permissions admits only users without permissions', () => {
    expect(go(null, 'emptyPermissions')).toBe('/auth/signin')
    expect(go(manager, 'emptyPermissions')).toBe('/')
    expect(go(userWithoutRoles, 'emptyPermissions')).toBeUndefined()
  })

  test('open screens never redirect', () => {
    for (const user of [null, manager, userWithoutRoles, unverified]) expect(go(user, 'open')).toBeUndefined()
  })
})

test('every redirect ends at a screen that admits the same user', () => {
  const screens = features.flatMap((feature) => feature.screens)
  for (const user of [null, manager, supervisor, userWithoutRoles, unverified, unverifiedManager, overdue])
    for (const screen of screens) {
      let target = guard(user, screen, screen.path)
      for (let hops = 0; target !== undefined && target !== '/403'; hops += 1) {
        expect(hops, `${screen.path} loops`).toBeLessThan(3)
        const next = screens.find(({ path }) => path === target?.split('?')[0])
        expect(next, `${target} is no screen`).toBeDefined()
        target = next && guard(user, next, next.path)
      }
    }
})
