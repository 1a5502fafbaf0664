import type { Route } from '@baseline/contract/http.ts'
import { routes } from '@baseline/contract/routes.ts'
import { expect, test } from 'vitest'
import type { z } from 'zod'

import { loadAllTexts } from '#platform/testing/load-texts.ts'

import { filterTexts, findFilterLabel } from './filter-text.ts'

/** Names that the server records as the filter of a list. */
const recordedNames = ({ params, query }: Route): string[] => {
  const keysOf = (schema: unknown): string[] => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {}) // objects only
  const filter = (query as z.ZodObject | undefined)?.shape['filter'] as z.ZodOptional<z.ZodObject> | undefined
  const others = keysOf(query).filter((name) => !['filter', 'orderBy', 'limit', 'offset'].includes(name))
  return [...keysOf(params), ...others, ...keysOf(filter?.unwrap())]
}

test.for(['en', 'pt-BR'] as const)('every recorded filter has a label in %s', async (language) => {
  await loadAllTexts(language)
  const lists = routes.filter(({ reads }) => reads?.kind === 'list')
  const names = lists.flatMap((route) =>
    recordedNames(route).map((name) => ({ entity: route.reads?.entity ?? 'user', name })),
  )
  expect(names.length).toBeGreaterThan(30)
  const unlabelled = names.filter(({ entity, name }) => findFilterLabel(entity, name) === undefined)
  expect(unlabelled).toEqual([])
})

test('shows choices, ranges and omitted values as text', async () => {
  await loadAllTexts('en')
  const filter = {
    status: ['submitted', 'onHold'],
    surveyDateRange: [null, '2026-11-17'],
    startTimeRange: ['2026-11-17T08:30:00Z'],
    displayIds: ['S-1', 'S-2', { more: 1998 }],
    householdName: 'Sitoe',
    answers: { age: ['18', '30'], water: 'well' },
  }
  expect(
    filterTexts({ entity: 'surveyResponse', filter }).map(({ label, text }) => `${label}: ${text}`),
  ).toEqual([
    'Status: Submitted, On hold',
    'Survey date: … – 2026-11-17',
    'Start: 2026-11-17 08:30 – …',
    'Survey Ids: S-1, S-2, and 1,998 more',
    'Household: Sitoe',
    'Answers: age: 18, 30; water: well',
  ])
  const roles = { roles: ['manager', 'none'] }
  expect(filterTexts({ entity: 'user', filter: roles })[0]?.text).toBe('Manager, No role')
  const logged = { entityNames: ['userDetails'], action: ['create'] }
  expect(filterTexts({ entity: 'auditLog', filter: logged }).map(({ text }) => text)).toEqual([
    'User details',
    'Created',
  ])
})
