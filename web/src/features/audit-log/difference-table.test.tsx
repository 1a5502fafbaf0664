import type { AuditLogEntry } from '@baseline/contract/audit-log/contract.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { installFeatures } from '#platform/entities.ts'
import { loadLanguage } from '#platform/i18n.ts'
import { session } from '#platform/session.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { features } from '../index.ts'
import { DifferenceTable } from './difference-table.tsx'

beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

const cellsOf = async (entry: Pick<AuditLogEntry, 'action' | 'values'> & Partial<AuditLogEntry>) => {
  const about = {
    entityName: 'user',
    entityId: 'u-1',
    entityLabel: 'Ana',
    createdByEmail: 'a@example.org',
    createdByName: 'Ana Lima',
    survey: null,
  } as const
  const fullEntry: AuditLogEntry = { ...about, ...entry, id: '1', timestamp: '2026-01-01T00:00:00Z' }
  await renderPage(() => <DifferenceTable entry={fullEntry} />)
  return (await screen.findAllByRole('row')).map((row) =>
    [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent),
  )
}

test('spec §3 shows a dash for a field that was blank before an update', async () => {
  const values = { before: { phoneNumber: null }, after: { phoneNumber: '12' } }
  expect(await cellsOf({ action: 'update', values })).toEqual([
    ['Field', 'Before', 'After'],
    ['Phone number', '—', '12'],
  ])
})

test('spec §3 shows "None" after the last role was revoked', async () => {
  const values = { before: { roles: ['monitor'] }, after: { roles: [] } }
  expect(await cellsOf({ action: 'revokeRoles', values })).toEqual([
    ['Field', 'Before', 'After'],
    ['Roles', 'Monitor', 'None'],
  ])
})

test('shows only "After" for a created record and only "Before" for a deleted record', async () => {
  const createdValues = { before: null, after: { firstName: 'Ana', lastName: null } }
  expect((await cellsOf({ action: 'create', values: createdValues }))[0]).toEqual(['Field', 'After'])
  cleanup()
  const deleted = { before: { firstName: 'Ana' }, after: null }
  expect((await cellsOf({ action: 'destroy', values: deleted }))[0]).toEqual(['Field', 'Before'])
})

const response = { entityName: 'surveyResponse', action: 'update' } as const
const values = {
  before: { status: 'verified', village: 'Beira', values: { where: 'Beira', roof: 'tin', member: [] } },
  after: { status: 'submitted', village: 'Chimoio', values: { where: 'Chimoio', roof: 'grass', member: [] } },
}
const question = (key: string, en: string, extraFields: object = {}) => ({
  kind: 'question',
  key,
  type: 'text',
  labels: { en },
  required: false,
  personal: false,
  ...extraFields,
})

const surveyId = '019a0000-0000-7000-8000-0123456789ab'

test('labels answers from their questionnaire version, and lists each fact once', async () => {
  installFeatures(features)
  const requests = answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/auth/me': { body: aUser },
    [`GET /api/survey-masters/${surveyId}`]: {
      body: {
        id: surveyId,
        version: 3,
        timeZone: null,
        languages: ['en'],
        defaultLanguage: 'en',
        choices: {
          roofs: [
            { value: 'tin', labels: { en: 'Sheet metal' } },
            { value: 'grass', labels: { en: 'Thatch' } },
          ],
        },
        items: [
          question('where', 'Which village?', { feeds: 'village' }),
          question('roof', 'What is the roof made of?', { type: 'choice', list: 'roofs' }),
        ],
      },
    },
  })
  await session.load()
  expect(await cellsOf({ ...response, values, survey: { id: surveyId, version: 3 } })).toEqual([
    ['Field', 'Before', 'After'],
    ['Status', 'Verified', 'Submitted'],
    ['Village', 'Beira', 'Chimoio'],
    ['What is the roof made of?', 'Sheet metal', 'Thatch'],
  ])
  expect(requests.at(-1)).toBe(`GET /api/survey-masters/${surveyId}?version=3`)
})

test('shows question keys and field labels when there is no questionnaire', async () => {
  expect(
    await cellsOf({
      ...response,
      values: { before: { villageCategory: 'A' }, after: { villageCategory: 'B' } },
    }),
  ).toEqual([
    ['Field', 'Before', 'After'],
    ['Category of village', 'A', 'B'],
  ])
  cleanup()
  expect(await cellsOf({ ...response, values })).toEqual([
    ['Field', 'Before', 'After'],
    ['roof', 'tin', 'grass'],
    ['Status', 'Verified', 'Submitted'],
    ['Village', 'Beira', 'Chimoio'],
    ['where', 'Beira', 'Chimoio'],
  ])
})
