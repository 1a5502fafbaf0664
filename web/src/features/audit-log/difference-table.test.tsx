import type { AuditLogEntry } from '@baseline/contract/audit-log/contract.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'
import { renderPage } from '#platform/testing/render-page.tsx'

import { DifferenceTable } from './difference-table.tsx'

beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

const cellsOf = async (entry: Pick<AuditLogEntry, 'action' | 'values'>) => {
  const about = {
    entityName: 'user',
    entityId: 'u-1',
    entityLabel: 'Ana',
    createdByEmail: 'a@example.org',
  } as const
  const whole = { ...entry, ...about, id: '1', timestamp: '2026-01-01T00:00:00Z' }
  await renderPage(() => <DifferenceTable entry={whole} />)
  return screen
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
}

test('spec §3 an update tells what was blank before', async () => {
  const values = { before: { phoneNumber: null }, after: { phoneNumber: '12' } }
  expect(await cellsOf({ action: 'update', values })).toEqual([
    ['Field', 'Before', 'After'],
    ['Phone number', '—', '12'],
  ])
})

test('spec §3 whoever lost every role is said to have none', async () => {
  const values = { before: { roles: ['monitor'] }, after: { roles: [] } }
  expect(await cellsOf({ action: 'revokeRoles', values })).toEqual([
    ['Field', 'Before', 'After'],
    ['Roles', 'Monitor', 'None'],
  ])
})

test('what was made has nothing before it, what was deleted nothing after it', async () => {
  const made = { before: null, after: { firstName: 'Ana', lastName: null } }
  expect((await cellsOf({ action: 'create', values: made }))[0]).toEqual(['Field', 'After'])
  cleanup()
  const deleted = { before: { firstName: 'Ana' }, after: null }
  expect((await cellsOf({ action: 'destroy', values: deleted }))[0]).toEqual(['Field', 'Before'])
})
