import { date, id, instant, oneOrMany, range } from '@baseline/contract/fields.ts'
import { route } from '@baseline/contract/http.ts'
import { listQuery, pageOf } from '@baseline/contract/list.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { parse } from 'qs'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { loadLanguage } from '../i18n.ts'
import { session } from '../session.ts'
import { renderPage } from '../testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '../testing/scripted-fetch.ts'
import { setTimeZone } from '../time.ts'
import { defineList } from './list-definition.ts'
import { ListPage } from './list-page.tsx'

const maputo = '01a00000-0000-7000-8000-000000000001'
const blank = '01a00000-0000-7000-8000-000000000002'
const surveys = [
  { id: maputo, label: 'Households', timeZone: 'Africa/Maputo' },
  { id: blank, label: 'Schools', timeZone: null },
]

const list = defineList({
  name: 'visits',
  route: route({
    method: 'GET',
    path: '/visits',
    access: 'surveyResponsesRead',
    summary: 'Visits',
    query: listQuery(
      {
        surveyId: oneOrMany(id).optional(),
        startTimeRange: range(instant).optional(),
        surveyDateRange: range(date).optional(),
      },
      ['startTime'],
    ),
    response: pageOf(z.object({ id: z.string(), startTime: z.string() })),
  }),
  defaultOrder: 'startTime_DESC',
  search: 'surveyId',
  filters: [
    {
      kind: 'records',
      name: 'surveyId',
      setsTimeZone: true,
      label: 'entities.surveyResponses.fields.surveyId',
      load: () => Promise.resolve(surveys),
    },
    {
      kind: 'dates',
      valueType: 'instant',
      name: 'startTimeRange',
      label: 'entities.surveyResponses.fields.startTime',
    },
  ],
  count: { one: 'auditLog.count.one', many: 'auditLog.count.many', estimate: 'auditLog.count.estimate' },
})

const Visits = () => (
  <ListPage
    list={list}
    title="Visits"
    columns={[{ key: 'startTime', label: 'entities.surveyResponses.fields.startTime', kind: 'time' }]}
    rowName={({ id: name }) => name}
    card={({ startTime }) => ({ title: startTime })}
    empty={{ title: '', hint: '' }}
  />
)

vi.setConfig({ testTimeout: 30_000 })

beforeAll(() => loadLanguage('en'))
beforeEach(() => {
  session.replaceUser(aUser)
  setTimeZone('America/Sao_Paulo')
})
afterEach(() => {
  cleanup()
  setTimeZone('UTC')
})

const saoPaulo = { shown: '2026-11-14 20:30', name: 'Times in America/Sao_Paulo (UTC\u22123)', offset: 3 }

test.for([
  ['no survey', [], saoPaulo],
  ['two surveys', [maputo, blank], saoPaulo],
  ['one survey without a zone', [blank], saoPaulo],
  ['one survey', [maputo], { shown: '2026-11-15 01:30', name: 'Times in Africa/Maputo (UTC+2)', offset: -2 }],
] as const)('uses the right time zone for a list of %s', async ([, ids, { shown, name, offset }]) => {
  const requests = answerFetch({
    'GET /identity/token': { body: { token: tokenOf('u') } },
    'GET /api/visits': { body: { rows: [{ id: 'a', startTime: '2026-11-14T23:30:00Z' }], count: 1 } },
  })
  const days = `startTimeRange=${encodeURIComponent('["2026-11-14","2026-11-15"]')}`
  await renderPage(Visits, `/visits?${days}&surveyId=${encodeURIComponent(JSON.stringify(ids))}`, '/visits')
  await waitFor(() => expect(screen.getByText(shown)).toBeDefined(), { timeout: 8000 })
  expect(screen.getAllByText(name)).toHaveLength(1)
  const calls = requests.filter((one) => one.includes('/api/visits'))
  expect(calls).toHaveLength(1)
  const { filter } = parse(calls[0]?.replace(/^[^?]*\?/, '') ?? '')
  const midnight = Date.UTC(2026, 10, 14, offset)
  expect(filter).toMatchObject({
    startTimeRange: [new Date(midnight), new Date(midnight + 2 * 86_400_000 - 1)].map((at) =>
      at.toISOString(),
    ),
  })
})
