import type { Role } from '@baseline/contract/permissions.ts'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'

import { canAnswer, inScope } from '../database/scoped-tables.ts'
import type { ScopedTable } from '../database/scoped-tables.ts'
import { covers, scopeCondition, scopeOf } from './scope.ts'
import type { Scope, ScopeOwner } from './scope.ts'

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (from) => new PostgresIntrospector(from),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const ana = { userId: 'u1', email: 'ana@example.org' }
const asOwner = (roles: readonly Role[], more: Partial<ScopeOwner> = {}): ScopeOwner => ({
  ...ana,
  roles,
  memberships: [],
  userDetailsId: null,
  team: [],
  ...more,
})
const rui = { userId: 'u2', email: 'rui@example.org' }

test.for([
  ['manager', 'all'],
  ['supervisor', 'all'],
  ['monitor', 'all'],
  ['enumerator', [{ people: [ana] }]],
] as const)('§1 a %s may see %j', ([role, expected]) => {
  expect(scopeOf(asOwner([role]))).toEqual(expected)
})

test('§1 the scope of an enumerator has the linked user details', () => {
  const people = [{ ...ana, userDetailsId: 'd1' }]
  expect(scopeOf(asOwner(['enumerator'], { userDetailsId: 'd1' }))).toEqual([{ people }])
  expect(compile('survey_responses', [{ people }])).toEqual([
    '("user_id" = $1 or "investigator_email" = $2 or "investigator_id" = $3)',
    'u1',
    ana.email,
    'd1',
  ])
})

test('§1 an enumerator who is also a monitor may see all; a caller without a user record, none', () => {
  expect(scopeOf(asOwner(['enumerator', 'monitor']))).toBe('all')
  expect(scopeOf(asOwner([], { userId: undefined }))).toEqual([])
})

test.for([
  ['one survey', [{ surveyId: 's1', districts: null, ownTeam: false }], [{ surveys: ['s1'] }]],
  [
    'two surveys with the same limit',
    [
      { surveyId: 's1', districts: ['Boane'], ownTeam: false },
      { surveyId: 's2', districts: ['Boane'], ownTeam: false },
    ],
    [{ surveys: ['s1', 's2'], districts: ['Boane'] }],
  ],
  [
    'two surveys with different limits',
    [
      { surveyId: 's1', districts: ['Boane'], ownTeam: false },
      { surveyId: 's2', districts: null, ownTeam: true },
    ],
    [
      { surveys: ['s1'], districts: ['Boane'] },
      { surveys: ['s2'], staff: ['d1', 'd2'] },
    ],
  ],
  [
    'a limit of one survey, and the same of all surveys',
    [
      { surveyId: 's1', districts: null, ownTeam: true },
      { surveyId: null, districts: null, ownTeam: true },
    ],
    [{ staff: ['d1', 'd2'] }],
  ],
  ['all surveys without a limit', [{ surveyId: null, districts: null, ownTeam: false }], 'all'],
] as const)('a supervisor with a membership of %s may see %j', ([, memberships, expected]) => {
  const owner = { memberships, team: ['d1', 'd2'] }
  for (const role of ['supervisor', 'monitor'] as const)
    expect(scopeOf(asOwner([role], owner))).toEqual(expected)
  expect(scopeOf(asOwner(['supervisor', 'manager'], owner))).toBe('all')
  expect(scopeOf(asOwner(['enumerator'], owner))).toEqual([{ people: [ana] }])
})

test('the parts of a scope are alternatives', () => {
  expect(compile('survey_responses', [{ surveys: ['s1'] }, { staff: ['d1', 'd2'] }])).toEqual([
    '("survey_id" = $1 or ("investigator_id" = any($2) or "supervisor_id" = any($3)))',
    's1',
    ['d1', 'd2'],
    ['d1', 'd2'],
  ])
  expect(canAnswer('response_counts', [{ surveys: ['s1'] }, { districts: ['Boane'] }])).toBe(false)
  expect(canAnswer('response_cells', [{ surveys: ['s1'] }, { districts: ['Boane'] }])).toBe(true)
  expect(canAnswer('response_cells', [{ staff: ['d1'] }])).toBe(false)
})

const compile = (table: ScopedTable, scope: Scope) => {
  const condition = inScope(table, scope)
  return condition && [condition.compile(db).sql, ...condition.compile(db).parameters]
}

test('all needs no condition, none and an empty list match nothing', () => {
  expect(compile('survey_responses', 'all')).toBeUndefined()
  expect(compile('survey_responses', [])).toEqual(['false'])
  for (const part of [{ surveys: [] }, { districts: [] }, { staff: [] }, { surveys: ['s1'], people: [] }])
    expect(compile('survey_responses', [part])).toEqual(['false'])
})

test('a limited scope is a condition on the columns of each table', () => {
  expect(compile('survey_responses', [{ surveys: ['s1'] }])).toEqual(['"survey_id" = $1', 's1'])
  expect(compile('survey_responses', [{ people: [ana] }])).toEqual([
    '("user_id" = $1 or "investigator_email" = $2)',
    ana.userId,
    ana.email,
  ])
  expect(
    compile('survey_responses', [
      { surveys: ['s1', 's2'], districts: ['Boane', 'Tête'], people: [ana, rui] },
    ]),
  ).toEqual([
    '("survey_id" = any($1) and "district_name_folded" in (folded($2), folded($3))' +
      ' and ("user_id" = any($4) or "investigator_email" = any($5)))',
    ['s1', 's2'],
    'Boane',
    'Tête',
    [ana.userId, rui.userId],
    [ana.email, rui.email],
  ])
  expect(compile('response_cells', [{ surveys: ['s1'], districts: ['Boane'] }])).toEqual([
    '("survey_id" = $1 and "district" in (folded($2)))',
    's1',
    'Boane',
  ])
})

test('a table without a column of the scope cannot answer, and refuses to be limited', () => {
  expect(canAnswer('response_counts', [{ surveys: ['s1'] }])).toBe(true)
  expect(canAnswer('response_counts', [{ districts: ['Boane'] }])).toBe(false)
  expect(canAnswer('response_cells', [{ districts: ['Boane'] }])).toBe(true)
  expect(canAnswer('response_cells', [{ people: [ana] }])).toBe(false)
  expect(canAnswer('survey_responses', [{ surveys: ['s1'], districts: ['Boane'], people: [ana] }])).toBe(true)
  for (const scope of ['all', []] as const) expect(covers({ survey: 'survey_id' }, scope)).toBe(true)
  expect(() => scopeCondition({ survey: 'survey_id' }, [{ districts: ['Boane'] }])).toThrow('lacks a column')
})
