import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'

import { canAnswer, inScope } from '../database/scoped-tables.ts'
import type { ScopedTable } from '../database/scoped-tables.ts'
import { covers, scopeCondition, scopeOf } from './scope.ts'
import type { Scope } from './scope.ts'

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (from) => new PostgresIntrospector(from),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const ana = { userId: 'u1', email: 'ana@example.org' }
const rui = { userId: 'u2', email: 'rui@example.org' }

test.for([
  ['manager', 'all'],
  ['supervisor', 'all'],
  ['monitor', 'all'],
  ['enumerator', { people: [ana] }],
] as const)('§1 a %s may see %j', ([role, expected]) => {
  expect(scopeOf({ ...ana, roles: [role] })).toEqual(expected)
})

test('§1 an enumerator who is also a monitor may see all; a caller without a user record, none', () => {
  expect(scopeOf({ ...ana, roles: ['enumerator', 'monitor'] })).toBe('all')
  expect(scopeOf({ userId: undefined, email: ana.email, roles: [] })).toBe('none')
})

const compile = (table: ScopedTable, scope: Scope) => {
  const condition = inScope(table, scope)
  return condition && [condition.compile(db).sql, ...condition.compile(db).parameters]
}

test('all needs no condition, none and an empty list match nothing', () => {
  expect(compile('survey_responses', 'all')).toBeUndefined()
  expect(compile('survey_responses', 'none')).toEqual(['false'])
  for (const scope of [{ surveys: [] }, { districts: [] }, { surveys: ['s1'], people: [] }])
    expect(compile('survey_responses', scope)).toEqual(['false'])
})

test('a limited scope is a condition on the columns of each table', () => {
  expect(compile('survey_responses', { surveys: ['s1'] })).toEqual(['"survey_id" = $1', 's1'])
  expect(compile('survey_responses', { people: [ana] })).toEqual([
    '("user_id" = $1 or "investigator_email" = $2)',
    ana.userId,
    ana.email,
  ])
  expect(
    compile('survey_responses', { surveys: ['s1', 's2'], districts: ['Boane', 'Tête'], people: [ana, rui] }),
  ).toEqual([
    '("survey_id" = any($1) and "district_name_folded" in (folded($2), folded($3))' +
      ' and ("user_id" = any($4) or "investigator_email" = any($5)))',
    ['s1', 's2'],
    'Boane',
    'Tête',
    [ana.userId, rui.userId],
    [ana.email, rui.email],
  ])
  expect(compile('response_cells', { surveys: ['s1'], districts: ['Boane'] })).toEqual([
    '("survey_id" = $1 and "district" in (folded($2)))',
    's1',
    'Boane',
  ])
})

test('a table without a column of the scope cannot answer, and refuses to be limited', () => {
  expect(canAnswer('response_counts', { surveys: ['s1'] })).toBe(true)
  expect(canAnswer('response_counts', { districts: ['Boane'] })).toBe(false)
  expect(canAnswer('response_cells', { districts: ['Boane'] })).toBe(true)
  expect(canAnswer('response_cells', { people: [ana] })).toBe(false)
  expect(canAnswer('survey_responses', { surveys: ['s1'], districts: ['Boane'], people: [ana] })).toBe(true)
  for (const scope of ['all', 'none'] as const) expect(covers({ survey: 'survey_id' }, scope)).toBe(true)
  expect(() => scopeCondition({ survey: 'survey_id' }, { districts: ['Boane'] })).toThrow('lacks a column')
})
