import { date, instant, oneOrMany, range, text } from '@baseline/contract/fields.ts'
import { route } from '@baseline/contract/http.ts'
import { listQuery, pageOf } from '@baseline/contract/list.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { readAddress, writeAddress } from '../search-text.ts'
import { defineList } from './list-definition.ts'
import type { ListState } from './list-state.ts'

const list = defineList({
  name: 'people',
  route: route({
    method: 'GET',
    path: '/people',
    access: 'iamRead',
    summary: 'People',
    query: listQuery(
      {
        id: z.uuid().optional(),
        email: text().optional(),
        status: z.enum(['enabled', 'disabled']).optional(),
        roles: oneOrMany(z.enum(['manager', 'monitor'])).optional(),
        towns: oneOrMany(text()).optional(),
        teamId: oneOrMany(z.uuid()).optional(),
        bornRange: range(date).optional(),
        createdAtRange: range(instant).optional(),
      },
      ['email', 'createdAt'],
    ),
    response: pageOf(z.object({ id: z.string() })),
  }),
  defaultOrder: 'createdAt_DESC',
  search: 'email',
  filters: [
    { kind: 'text', name: 'id', label: 'user.fields.email' },
    { kind: 'text', name: 'email', label: 'user.fields.email' },
    {
      kind: 'one',
      name: 'status',
      label: 'user.fields.roles',
      choices: [{ value: 'enabled', label: 'user.fields.email' }],
    },
    {
      kind: 'many',
      name: 'roles',
      label: 'user.fields.roles',
      choices: [
        { value: 'manager', label: 'roles.manager.label' },
        { value: 'monitor', label: 'roles.monitor.label' },
      ],
    },
    { kind: 'texts', name: 'towns', label: 'user.fields.email' },
    { kind: 'records', name: 'teamId', label: 'user.fields.email', load: () => Promise.resolve([]) },
    { kind: 'dates', valueType: 'date', name: 'bornRange', label: 'user.fields.email' },
    { kind: 'dates', valueType: 'instant', name: 'createdAtRange', label: 'user.fields.email' },
  ],
  count: { one: 'auditLog.count.one', many: 'auditLog.count.many', estimate: 'auditLog.count.estimate' },
})

const parse = readAddress
const stringify = writeAddress
const start = list.read({})

describe('URL', () => {
  test.for<Partial<ListState>>([
    {},
    { page: 3, pageSize: 50, orderBy: 'email_ASC' },
    { filter: { email: 'ana' } },
    { filter: { email: '123' } },
    { filter: { email: 'true' } },
    { filter: { email: '[1]' } },
    { filter: { email: '"quoted"' } },
    { filter: { email: '{' } },
    { filter: { email: 'a&b=c#d %20+é' } },
    { filter: { roles: ['manager', 'monitor'], status: 'enabled' } },
    { filter: { towns: ['Beira', '[1]', 'a,b'], teamId: ['01a1dd5e-bcb1-798e-b318-bc1163ea192c'] } },
    { filter: { bornRange: ['1990-01-01', ''], createdAtRange: ['', '2026-11-14'] } },
  ])('spec §4 restores the state that was written: %j', (part) => {
    const state = { ...start, ...part }
    expect(list.read(parse(stringify(list.write(state))))).toEqual(state)
  })

  test('omits defaults', () => {
    expect(list.write(start)).toEqual({})
    expect(list.validateSearch({ page: '1', pageSize: 10, orderBy: 'createdAt_DESC', email: ' ' })).toEqual(
      {},
    )
  })

  test.for([
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: '1e3' },
    { page: ['2'], pageSize: 7 },
    { pageSize: '1000' },
    { orderBy: 'password_ASC' },
    { orderBy: 'email' },
    { orderBy: ['email_ASC'] },
    { id: 'no-uuid' },
    { email: ['a', 'b'] },
    { email: { a: 1 } },
    { email: 'x'.repeat(256) },
    { email: 'a\0b' },
    { status: 'deleted' },
    { roles: ['owner'] },
    { towns: ['', ' '] },
    { towns: 'x'.repeat(256) },
    { teamId: 'no-uuid' },
    { bornRange: ['2026-02-30', 'tomorrow'] },
    { bornRange: 'yesterday' },
    { unknown: 'key' },
  ])('replaces an invalid value with the default: %j', (search) => {
    expect(list.validateSearch(search)).toEqual({})
  })

  test('keeps the known values of a list, and swaps a reversed range', () => {
    expect(list.validateSearch({ roles: ['owner', 'monitor'] })).toEqual({ roles: ['monitor'] })
    expect(list.validateSearch({ roles: 'monitor' })).toEqual({ roles: ['monitor'] })
    expect(list.validateSearch({ bornRange: ['2026-02-02', '2026-01-01'] })).toEqual({
      bornRange: ['2026-01-01', '2026-02-02'],
    })
  })
})

describe('request', () => {
  test('spec §4 §7 has filter, orderBy, limit and offset', () => {
    const state = list.read({ email: 'ana', roles: ['manager'], page: '3', pageSize: '20' })
    expect(list.request(state, 'UTC')).toEqual({
      query: {
        filter: { email: 'ana', roles: ['manager'] },
        orderBy: 'createdAt_DESC',
        limit: 20,
        offset: 40,
      },
    })
  })

  test('converts days to instants of the zone only if the call takes instants', () => {
    const zone = 'Africa/Maputo'
    const days = ['2026-11-01', '2026-11-14']
    expect(list.request(list.read({ bornRange: days, createdAtRange: days }), zone).query.filter).toEqual({
      bornRange: days,
      createdAtRange: ['2026-10-31T22:00:00.000Z', '2026-11-14T21:59:59.999Z'],
    })
    expect(list.request(list.read({ createdAtRange: ['', '2026-11-14'] }), zone).query.filter).toEqual({
      createdAtRange: ['', '2026-11-14T21:59:59.999Z'],
    })
  })

  test('sorts only by columns that the contract allows', () => {
    expect(['email', 'createdAt', 'roles', 'id'].filter(list.isSortable)).toEqual(['email', 'createdAt'])
  })
})
