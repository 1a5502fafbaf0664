import { connect as connectTo, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import { AppError } from '@baseline/contract/errors.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { cloneDatabase } from '../../../../scripts/testing/database.ts'
import type { TestDatabase } from '../../../../scripts/testing/database.ts'
import { connect } from './database.ts'
import { isTransient, withRetries } from './retry.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(inject('superuserUrl'))
})
afterAll(() => database.drop())

const failure = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {})

test.for<[string, Error, boolean]>([
  ['serialization', failure('could not serialize', '40001'), true],
  ['deadlock', failure('deadlock detected', '40P01'), true],
  ['a standby', failure('read-only transaction', '25006'), true],
  ['starting up', failure('the database system is starting up', '57P03'), true],
  ['an administrator', failure('terminating connection', '57P01'), true],
  ['a pooler', failure('server conn crashed?', '08P01'), true],
  ['a refused connection', failure('connect', 'ECONNREFUSED'), true],
  ['a full pool', failure('timeout exceeded when trying to connect'), true],
  ['a crash', failure('Connection terminated unexpectedly'), true],
  ['a dead client', failure('Client has encountered a connection error and is not queryable'), true],
  ['a duplicate', failure('duplicate key', '23505'), false],
  ['an error in the SQL', failure('column does not exist', '42703'), false],
  ['a refusal', new AppError('errors.forbidden'), false],
])('decides whether an error is transient: %s', ([, error, transient]) => {
  expect(isTransient(error)).toBe(transient)
})

/** A proxy that cuts the connection once, before or after the server runs a message with these words. */
const cuttingProxy = async (words: string, when: 'before' | 'after') => {
  const target = new URL(database.app)
  const realPort = Number(target.port)
  let armed = true
  const server = createServer((client) => {
    const upstream = connectTo(realPort, target.hostname)
    const cutConnection = () => {
      client.destroy()
      upstream.destroy()
    }
    let dropAnswer = false
    client.on('data', (chunk) => {
      const hit = armed && chunk.includes(words)
      if (hit) armed = false
      if (hit && when === 'before') cutConnection()
      else upstream.write(chunk)
      dropAnswer ||= hit
    })
    upstream.on('data', (chunk) => {
      if (dropAnswer) cutConnection()
      else client.write(chunk)
    })
    for (const socket of [client, upstream]) socket.on('error', cutConnection).on('close', cutConnection)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  target.port = String((server.address() as AddressInfo).port)
  const connection = connect({ databaseUrl: target.href, databasePoolSize: 2 }, () => {})
  return {
    ...connection,
    close: async () => {
      await connection.close()
      server.close()
    },
  }
}

const addUser = (
  email: string,
  calls: { count: number },
  db: Awaited<ReturnType<typeof cuttingProxy>>['db'],
) =>
  inTransaction(db, async (tx) => {
    calls.count += 1
    await tx
      .insertInto('users')
      .values({ email: `${String(calls.count)}-${email}` })
      .execute()
  })

test('retries after a lost response to COMMIT only work that is repeatable', async () => {
  for (const repeatable of [false, true]) {
    const proxy = await cuttingProxy('commit', 'after')
    const calls = { count: 0 }
    const work = withRetries(repeatable, () => addUser(`${String(repeatable)}@example.org`, calls, proxy.db))
    if (repeatable) await work
    else await expect(work).rejects.toMatchObject({ code: 'errors.unavailable' })
    expect(calls.count).toBe(repeatable ? 2 : 1)
    const rows = await proxy.db
      .selectFrom('users')
      .select('email')
      .where('email', 'like', `%-${String(repeatable)}@example.org`)
      .execute()
    expect(rows).toHaveLength(repeatable ? 2 : 1)
    await proxy.close()
  }
})

test('stores nothing when the connection breaks before COMMIT, and retries', async () => {
  for (const [words, when] of [
    ['commit', 'before'],
    ['insert', 'after'],
  ] as const) {
    const proxy = await cuttingProxy(words, when)
    const calls = { count: 0 }
    const email = `${words.length}-${when}@example.org`
    const work = withRetries(false, () => addUser(email, calls, proxy.db))
    // A COMMIT that was never sent cannot be distinguished from a lost response: the caller decides.
    if (words === 'commit') await expect(work).rejects.toMatchObject({ code: 'errors.unavailable' })
    else await work
    const rows = await proxy.db
      .selectFrom('users')
      .select('email')
      .where('email', 'like', `%-${email}`)
      .execute()
    expect(rows).toHaveLength(words === 'commit' ? 0 : 1)
    await proxy.close()
  }
})

test('does not retry a refusal', async () => {
  let tries = 0
  const work = () => {
    tries += 1
    return Promise.reject(new AppError('errors.forbidden'))
  }
  await expect(withRetries(true, work)).rejects.toMatchObject({ code: 'errors.forbidden' })
  expect(tries).toBe(1)
})
