import { listSurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import type { SortableColumn, SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { resolveFilter } from './filter.ts'
import { chooseStrategy } from './find-page.ts'
import { parseOrder } from './order.ts'
import { narrowestRange } from './time-bounds.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface Example {
  strategy: string
  filter?: SurveyResponseFilter
  orderBy?: `${SortableColumn}_${'ASC' | 'DESC'}`
  offset?: number
  limit?: number
  count?: number
}

const march: [string, string] = ['2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z']
const tete = { districtName: ['Tete'] }

test.for<Example>([
  { strategy: 'nearPage' },
  { strategy: 'nearPage', offset: 1_000 },
  { strategy: 'indexWalk', limit: 25 },
  { strategy: 'sort', filter: tete, count: 10_000 },
  { strategy: 'indexWalk', filter: tete, count: 10_001 },
  { strategy: 'sort', filter: tete, orderBy: 'village_ASC', count: 50_000 },
  { strategy: 'indexWalk', filter: tete, orderBy: 'village_ASC', count: 50_001 },
  { strategy: 'timeBounds', filter: { createdAtRange: march } },
  { strategy: 'timeBounds', filter: { createdAtRange: march }, orderBy: 'village_ASC', offset: 1_001 },
  { strategy: 'indexWalk', filter: { createdAtRange: march }, orderBy: 'createdAt_ASC' },
  { strategy: 'indexWalk', filter: { createdAtRange: march }, orderBy: 'householdName_ASC' },
  { strategy: 'offset', offset: 1_001 },
  { strategy: 'offset', offset: 2_500_000, count: 5_000_000 },
  { strategy: 'offsetFromEnd', offset: 2_500_001, count: 5_000_000 },
  { strategy: 'statusWalk', filter: { status: ['approved', 'verified'] } },
  { strategy: 'indexWalk', filter: { status: ['approved', 'verified'], ...tete } },
  { strategy: 'unfinishedLast', filter: { status: ['inProgress', 'verified'] }, orderBy: 'endTime_DESC' },
  { strategy: 'unfinishedLast', filter: { status: ['inProgress'], ...tete }, orderBy: 'surveyDate_DESC' },
  { strategy: 'indexWalk', filter: { status: ['inProgress', 'verified'] }, orderBy: 'endTime_ASC' },
])('chooses $strategy for $filter $orderBy from $offset of $count', async (example) => {
  const { strategy, filter = {}, orderBy, offset = 0, limit = 20, count = Infinity } = example
  const actor = { userId: world.people.supervisor.id, roles: ['supervisor'] as const }
  const rows = await resolveFilter({ db: world.db, actor, scope: 'all' }, filter)
  const range = narrowestRange(filter)
  const request = { rows, order: parseOrder(orderBy), offset, limit, range, count }
  expect(chooseStrategy(request).name).toBe(strategy)
})

const twoPeople = ['a', 'b']
const crowd = Array.from({ length: 101 }, (_, n) => String(n))
test.for<Example & { staff: readonly string[]; surveys?: readonly string[] }>([
  { strategy: 'teamMerge', staff: twoPeople },
  { strategy: 'teamMerge', staff: twoPeople, orderBy: 'startTime_ASC', offset: 1_000, count: 5 },
  { strategy: 'offset', staff: twoPeople, offset: 1_001 },
  { strategy: 'teamSort', staff: crowd, count: 50_000 },
  { strategy: 'indexWalk', staff: crowd },
  { strategy: 'teamSort', staff: twoPeople, orderBy: 'supervisorName_ASC', offset: 9_000, count: 50_000 },
  { strategy: 'indexWalk', staff: twoPeople, orderBy: 'investigatorName_DESC', count: 50_001 },
  { strategy: 'sort', staff: twoPeople, orderBy: 'village_ASC', count: 10_000 },
  { strategy: 'teamWalk', staff: twoPeople, orderBy: 'village_ASC', count: 10_001 },
  { strategy: 'sort', staff: twoPeople, orderBy: 'village_ASC', offset: 1_001, count: 50_000 },
  { strategy: 'sort', staff: twoPeople, filter: tete, count: 10_000 },
  { strategy: 'indexWalk', staff: twoPeople, surveys: ['a'] },
])('chooses $strategy for a team: $filter $orderBy from $offset of $count', async (example) => {
  const { strategy, staff, surveys, filter = {}, orderBy, offset = 0, limit = 20, count = Infinity } = example
  const actor = { userId: world.people.supervisor.id, roles: ['supervisor'] as const }
  const scope = [{ staff, ...(surveys && { surveys }) }]
  const rows = await resolveFilter({ db: world.db, actor, scope }, filter)
  const request = { rows, order: parseOrder(orderBy), offset, limit, range: undefined, count }
  expect(chooseStrategy(request).name).toBe(strategy)
})

test('does not sort the responses of one name in the default order', async () => {
  const actor = { userId: world.people.supervisor.id, roles: ['supervisor'] as const }
  const rows = {
    ...(await resolveFilter({ db: world.db, actor, scope: 'all' }, {})),
    isUnfiltered: false,
    isOneName: true,
  }
  const request = { rows, order: parseOrder(), offset: 0, limit: 20, range: undefined, count: 5 }
  expect(chooseStrategy(request).name).toBe('indexWalk')
})

test('counts the requests of each strategy', async () => {
  const requests = [{ limit: 10 }, { limit: 10 }, { limit: 10, filter: tete }]
  for (const query of requests) await world.as('supervisor')(listSurveyResponses, { query })
  const counter = (strategy: string) =>
    `http_request_strategies_total{route="/api${listSurveyResponses.path}",strategy="${strategy}"}`
  await expect
    .poll(async () => (await world.app.inject('/metrics')).body)
    .toContain(`${counter('nearPage')} 2\n${counter('sort')} 1\n`)
})
