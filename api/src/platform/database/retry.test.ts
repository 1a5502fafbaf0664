import { AppError } from '@baseline/contract/errors.ts'
import { expect, test } from 'vitest'

import { outcomeOf, retrying } from './retry.ts'

const failure = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {})

test.for<[string, Error, string]>([
  ['serialization', failure('could not serialize', '40001'), 'notApplied'],
  ['deadlock', failure('deadlock detected', '40P01'), 'notApplied'],
  ['a standby', failure('read-only transaction', '25006'), 'notApplied'],
  ['starting up', failure('the database system is starting up', '57P03'), 'notApplied'],
  ['nobody listens', failure('connect', 'ECONNREFUSED'), 'notApplied'],
  ['a full pool', failure('timeout exceeded when trying to connect'), 'notApplied'],
  ['an administrator', failure('terminating connection', '57P01'), 'unknown'],
  ['a crash', failure('Connection terminated unexpectedly'), 'unknown'],
  ['no answer', failure('Query read timeout'), 'unknown'],
  ['a pooler', failure('server conn crashed?', '08P01'), 'unknown'],
  ['a duplicate', failure('duplicate key', '23505'), 'permanent'],
  ['our own mistake', failure('column does not exist', '42703'), 'permanent'],
])('%s: what is known afterwards', ([, error, outcome]) => {
  expect(outcomeOf(error)).toBe(outcome)
})

/** Fails with the errors given, in turn, then succeeds; counts how often it was tried. */
const failingWith = (...errors: Error[]) => {
  let tries = 0
  const work = () => {
    const error = errors[tries]
    tries += 1
    return error ? Promise.reject(error) : Promise.resolve('done')
  }
  return { work, tries: () => tries }
}

test('what surely did not happen is tried again', async () => {
  const { work, tries } = failingWith(failure('', '40001'), failure('', '57P03'))
  expect(await retrying(false, work)).toBe('done')
  expect(tries()).toBe(3)
})

test('what may have happened is tried again only when it may happen twice', async () => {
  const lost = failure('Connection terminated unexpectedly')
  const once = failingWith(lost)
  await expect(retrying(false, once.work)).rejects.toMatchObject({ code: 'errors.unavailable' })
  expect(once.tries()).toBe(1)
  const repeatable = failingWith(lost)
  expect(await retrying(true, repeatable.work)).toBe('done')
})

test('a refusal is not tried again', async () => {
  const { work, tries } = failingWith(new AppError('errors.forbidden'))
  await expect(retrying(true, work)).rejects.toMatchObject({ code: 'errors.forbidden' })
  expect(tries()).toBe(1)
})
