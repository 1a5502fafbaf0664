import { setTimeout as wait } from 'node:timers/promises'

import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { createBatchQueue } from './batch-queue.ts'
import type { Outcome } from './batch-queue.ts'

interface Call {
  name: string
  caller?: string
  /** Makes every batch fail that contains the call. */
  breaks?: boolean
}

const settings = { size: 4, lanes: 1, slowMs: 1_000, gatherMs: 0, waiting: 6, suspectMs: 60_000 }

/** Records the batches, each of which ends when the test says so. */
const setUp = (error: Error = new Error('broken'), changed: Partial<typeof settings> = {}) => {
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
    { ...settings, ...changed },
  )
  const endAll = () => {
    isStopped = true
    for (const end of endings) end()
  }
  return { enqueue, batches, endings, endAll }
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
    // A timer can end a millisecond before the clock reaches the time.
    vi.setSystemTime(Date.now() + settings.suspectMs)
    onTestFinished(() => void vi.useRealTimers())
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

  test('waits after a batch for as many calls', async () => {
    const { enqueue, batches, endings, endAll } = setUp(undefined, { gatherMs: 10_000 })
    const first = ['a', 'b', 'c'].map((name) => enqueue({ name }))
    endings[0]?.()
    await first[0]
    await wait(1)
    endings[1]?.()
    await Promise.all(first)
    const next = [enqueue({ name: 'd' })]
    await wait(10)
    expect(batches).toEqual([['a'], ['b', 'c']])
    next.push(enqueue({ name: 'e' }))
    endAll()
    await wait(1)
    expect(batches).toEqual([['a'], ['b', 'c'], ['d', 'e']])
    await wait(1)
    endAll()
    await Promise.all(next)
  })

  test('does not wait longer than its limit', async () => {
    const { enqueue, batches, endAll } = setUp(undefined, { gatherMs: 5 })
    const first = ['a', 'b', 'c'].map((name) => enqueue({ name }))
    endAll()
    await Promise.all(first)
    await enqueue({ name: 'd' })
    expect(batches).toEqual([['a'], ['b', 'c'], ['d']])
  })

  test('starts a second batch beside a running one for half of its size', async () => {
    const { enqueue, batches, endAll } = setUp(undefined, { lanes: 2 })
    const calls = ['a', 'b'].map((name) => enqueue({ name }))
    expect(batches).toEqual([['a']])
    calls.push(enqueue({ name: 'c' }))
    expect(batches).toEqual([['a'], ['b', 'c']])
    endAll()
    await Promise.all(calls)
  })

  test('starts a second batch beside a slow one', async () => {
    const { enqueue, batches, endAll } = setUp(undefined, { lanes: 2, slowMs: 5 })
    const calls = ['a', 'b'].map((name) => enqueue({ name }))
    await wait(50)
    expect(batches).toEqual([['a'], ['b']])
    endAll()
    await Promise.all(calls)
  })
})
