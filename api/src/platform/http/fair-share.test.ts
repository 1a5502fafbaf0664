import { setTimeout as wait } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { createFairShare } from './fair-share.ts'
import type { Share } from './fair-share.ts'

const settings = {
  concurrent: { reads: 2, writes: 1, tiles: 1 },
  waiting: 3,
  waitMs: { reads: 10_000, writes: 10_000, tiles: 10_000 },
  backlog: 5,
  activeMs: 1_000,
}
const shortWait = { waitMs: { reads: 100, writes: 100, tiles: 100 } }

/** Calls that end when the test says so. */
const setUp = (more: Partial<typeof settings> = {}) => {
  const takeTurn = createFairShare({ ...settings, ...more })
  const started: string[] = []
  const endings = new Map<string, () => void>()
  const call = async (
    name: string,
    person = 'ana',
    share: Share = 'reads',
    gone = new AbortController().signal,
  ): Promise<string> => {
    const endTurn = await takeTurn(person, share, gone)
    started.push(name)
    await new Promise<void>((resolve) => endings.set(name, resolve))
    endTurn()
    return name
  }
  return { call, started, end: (name: string) => endings.get(name)?.() }
}

describe('a fair share', () => {
  test('runs as many calls as allowed, then the waiting ones in their order', async () => {
    const { call, started, end } = setUp()
    const calls = ['a', 'b', 'c', 'd'].map((name) => call(name))
    await wait(1)
    expect(started).toEqual(['a', 'b'])
    end('b')
    await wait(1)
    expect(started).toEqual(['a', 'b', 'c'])
    end('a')
    await wait(1)
    expect(started).toEqual(['a', 'b', 'c', 'd'])
    end('c')
    end('d')
    expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('does not make a person wait for another, nor a write for reads', async () => {
    const { call, started } = setUp()
    for (const name of ['a', 'b', 'c']) void call(name).catch(() => undefined)
    void call('of another', 'rui')
    void call('a write', 'ana', 'writes')
    await wait(1)
    expect(started).toEqual(['a', 'b', 'of another', 'a write'])
  })

  test('refuses a call that waits too long, and the calls beyond the queue at once', async () => {
    const { call, started, end } = setUp(shortWait)
    for (const name of ['a', 'b']) void call(name)
    const refusals: unknown[] = []
    const waiting = ['c', 'd', 'e'].map((name) => call(name).catch((error: unknown) => refusals.push(error)))
    await expect(call('f')).rejects.toMatchObject({ code: 'errors.busy', status: 429 })
    expect(refusals).toEqual([])
    await Promise.all(waiting)
    const busy = expect.objectContaining({ code: 'errors.busy' }) as unknown
    expect(refusals).toEqual([busy, busy, busy])
    end('a')
    void call('g')
    await wait(1)
    expect(started).toEqual(['a', 'b', 'g'])
  })

  test('forgets a waiting call whose client has disconnected', async () => {
    const { call, started, end } = setUp()
    for (const name of ['a', 'b']) void call(name)
    const client = new AbortController()
    const left = call('c', 'ana', 'reads', client.signal)
    left.catch(() => undefined)
    void call('d')
    client.abort()
    await expect(left).rejects.toMatchObject({ code: 'errors.busy' })
    end('a')
    await wait(1)
    expect(started).toEqual(['a', 'b', 'd'])
  })

  test('runs one call at a time of a person with a backlog, while others are active', async () => {
    const { call, started, end } = setUp({ waiting: 10, backlog: 2 })
    // The last call is refused after the test.
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void call(name).catch(() => undefined)
    await wait(1)
    void call('of another', 'rui')
    await wait(1)
    expect(started).toEqual(['a', 'b', 'of another'])
    end('a')
    await wait(1)
    expect(started).toEqual(['a', 'b', 'of another'])
    end('b')
    await wait(1)
    expect(started).toEqual(['a', 'b', 'of another', 'c'])
    // The other person is no longer active.
    await wait(1_100)
    end('c')
    await wait(1)
    expect(started).toEqual(['a', 'b', 'of another', 'c', 'd', 'e'])
  })

  test('ends a turn once', async () => {
    const takeTurn = createFairShare({ ...settings, ...shortWait })
    const gone = new AbortController().signal
    const endTurn = await takeTurn('ana', 'writes', gone)
    endTurn()
    endTurn()
    await takeTurn('ana', 'writes', gone)
    await expect(takeTurn('ana', 'writes', gone)).rejects.toMatchObject({ code: 'errors.busy' })
  })
})
