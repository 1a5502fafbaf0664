import { afterEach, describe, expect, test, vi } from 'vitest'

import { createReadRecorder, shortenFilter } from './read-log.ts'
import type { Read } from './read-log.ts'

const read = (more: Partial<Read> = {}): Read => ({
  userId: 'ana',
  entity: 'surveyResponse',
  kind: 'list',
  recordId: null,
  filter: null,
  recordCount: 10,
  ...more,
})
const opened = (recordId: string, userId = 'ana') =>
  read({ userId, kind: 'record', recordId, recordCount: 1 })

const setUp = ({ entries = 100 } = {}) => {
  vi.useFakeTimers()
  const written: Read[] = []
  const batches: number[] = []
  const errors: object[] = []
  let isAway = false
  const recorder = createReadRecorder(
    async (reads) => {
      if (isAway) throw new Error('away')
      batches.push(reads.length)
      written.push(...reads)
    },
    (_error, details) => errors.push(details),
    { flushMs: 1_000, mergeMs: 60_000, entries },
  )
  const setAway = (value: boolean) => {
    isAway = value
  }
  return { ...recorder, written, batches, errors, setAway }
}
afterEach(() => vi.useRealTimers())

describe('a recorder of reads', () => {
  test('stores the reads of a second in one batch', async () => {
    const { record, batches, written } = setUp()
    for (const id of ['a', 'b', 'c']) record(opened(id))
    expect(written).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(batches).toEqual([3])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(batches).toEqual([3])
  })

  test('stores one entry per record, user and minute', async () => {
    const { record, written } = setUp()
    for (let n = 0; n < 5; n += 1) record(opened('a'))
    record(opened('a', 'rui'))
    await vi.advanceTimersByTimeAsync(61_000)
    expect(written).toEqual([opened('a'), opened('a', 'rui')])
    record(opened('a'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(written).toHaveLength(3)
  })

  test('stores the first page at once, and the sum of further pages after a minute', async () => {
    const { record, written } = setUp()
    const filter = { status: ['submitted'] }
    for (let n = 0; n < 4; n += 1) record(read({ filter }))
    record(read())
    await vi.advanceTimersByTimeAsync(1_000)
    expect(written).toEqual([read({ filter }), read()])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(written.slice(2)).toEqual([read({ filter, recordCount: 30 })])
  })

  test('stores no entry for a call that returned no record', async () => {
    const { record, written } = setUp()
    record(read({ recordCount: 0 }))
    await vi.advanceTimersByTimeAsync(61_000)
    expect(written).toEqual([])
  })

  test('stores everything when it is closed', async () => {
    const { record, close, written } = setUp()
    record(read())
    await vi.advanceTimersByTimeAsync(1_000)
    record(read())
    await close()
    expect(written).toEqual([read(), read()])
  })

  test('repeats a failed write, and reports the failure once', async () => {
    const { record, setAway, written, errors } = setUp()
    setAway(true)
    record(opened('a'))
    await vi.advanceTimersByTimeAsync(5_000)
    record(opened('b'))
    setAway(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(written).toEqual([opened('a'), opened('b')])
    expect(errors).toEqual([{ waiting: 1, dropped: 0 }])
  })

  test('keeps the newest entries if the database is unavailable for long', async () => {
    const { record, setAway, written, errors } = setUp({ entries: 3 })
    setAway(true)
    for (const id of ['a', 'b', 'c', 'd', 'e']) record(opened(id))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(errors).toEqual([{ waiting: 3, dropped: 2 }])
    setAway(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(written.map(({ recordId }) => recordId)).toEqual(['c', 'd', 'e'])
  })
})

test('shortens long filters, and replaces texts that the database refuses', () => {
  const names = Array.from({ length: 50 }, (_, n) => String(n))
  expect(shortenFilter({ names })).toEqual({ names: [...names.slice(0, 20), { more: 30 }] })
  expect(shortenFilter({ search: 'a\0b\uD800' })).toEqual({ search: 'a\uFFFDb\uFFFD' })
  expect(shortenFilter({ answers: { names, nick: 'a\0b' } })).toEqual({
    answers: { names: [...names.slice(0, 20), { more: 30 }], nick: 'a\uFFFDb' },
  })
  expect(shortenFilter({ search: undefined })).toBeNull()
})
