import { setTimeout as wait } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { createBatchQueue } from './batch-queue.ts'
import type { Outcome } from './batch-queue.ts'

interface Call {
  name: string
  caller?: string
  /** Makes every batch fail that contains the call. */
  breaks?: boolean
}

const settings = { size: 4, lanes: 1, waiting: 6, suspectMs: 50 }

/** Records the batches, each of which ends when the test says so. */
const setUp = (error: Error = new Error('broken')) => {
  const batches: string[][] = []
  const endings: (() => void)[] = []
  let isStopped = false
  const enqueue = createBatchQueue<Call, string>(
    {
      run: async (calls) => {
        batches.push(calls.map(({ name }) => name))
        if (!isStopped) await new Promise<void>((resolve) => endings.push(resolve))
        if (calls.some(({ breaks }) => breaks)) throw error
        return calls.map(({ name }): Outcome<string> => ({ result: name }))
      },
      identify: ({ name }) => [name],
      callerOf: ({ caller = 'ana' }) => caller,
    },
    settings,
  )
  const endAll = () => {
    isStopped = true
    for (const end of endings) end()
  }
  return { enqueue, batches, endAll }
}

describe('a queue of batches', () => {
  test('runs the first call at once, and the calls that wait until then together', async () => {
    const { enqueue, batches, endAll } = setUp()
    const calls = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => enqueue({ name }))
    await wait(1)
    expect(batches).toEqual([['a']])
    endAll()
    expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((result) => ({ result })))
    expect(batches).toEqual([['a'], ['b', 'c', 'd', 'e'], ['f']])
  })

  test('does not put calls with the same key into one batch', async () => {
    const { enqueue, batches, endAll } = setUp()
    const calls = ['a', 'b', 'b', 'c'].map((name) => enqueue({ name }))
    endAll()
    await Promise.all(calls)
    expect(batches).toEqual([['a'], ['b', 'c'], ['b']])
  })

  test('finds the call that makes a batch fail, and runs the calls of its caller alone for some time', async () => {
    const { enqueue, batches, endAll } = setUp()
    const broken = { name: 'c', caller: 'rui', breaks: true }
    const calls = [{ name: 'a' }, { name: 'b' }, broken, { name: 'd' }, { name: 'e' }].map(enqueue)
    endAll()
    expect(await Promise.all(calls)).toEqual([
      { result: 'a' },
      { result: 'b' },
      'alone',
      { result: 'd' },
      { result: 'e' },
    ])
    expect(batches).toEqual([['a'], ['b', 'c', 'd', 'e'], ['b', 'c'], ['b'], ['c'], ['d', 'e']])
    expect(await enqueue({ name: 'f', caller: 'rui' })).toBe('alone')
    await wait(settings.suspectMs)
    expect(await enqueue({ name: 'g', caller: 'rui' })).toEqual({ result: 'g' })
  })

  test('reports a lost connection to every call of the batch', async () => {
    const lost = Object.assign(new Error('lost'), { code: 'ECONNRESET' })
    const { enqueue, batches, endAll } = setUp(lost)
    const calls = [{ name: 'a' }, { name: 'b', breaks: true }, { name: 'c' }].map(enqueue)
    endAll()
    expect(await Promise.all(calls)).toEqual([{ result: 'a' }, { error: lost }, { error: lost }])
    expect(batches).toEqual([['a'], ['b', 'c']])
  })

  test('refuses a call if too many wait', async () => {
    const { enqueue, endAll } = setUp()
    const calls = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => enqueue({ name }))
    expect(() => enqueue({ name: 'h' })).toThrow('errors.unavailable')
    endAll()
    await Promise.all(calls)
  })
})
