import { expect, test } from 'vitest'

import { createSharedReads } from './shared-reads.ts'

/** Records the queries, each of which ends when the test says so. */
const setUp = (lanes = 1) => {
  const queries: { keys: readonly string[]; end: (error?: Error) => void }[] = []
  const read = createSharedReads<string>(
    lanes,
    (keys) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error
            ? reject(error)
            : resolve(new Map(keys.filter((key) => key !== '?').map((key) => [key, `${key}!`])))
        queries.push({ keys, end })
      }),
  )
  return { queries, read }
}

test('reads the first key at once, then all waiting keys together', async () => {
  const { queries, read } = setUp()
  const first = read('a')
  expect(queries.map(({ keys }) => keys)).toEqual([['a']])
  const others = [read('b'), read('a'), read('b'), read('?')]
  expect(queries).toHaveLength(1)
  queries[0]?.end()
  expect(await first).toBe('a!')
  expect(queries[1]?.keys).toEqual(['b', 'a', '?'])
  queries[1]?.end()
  expect(await Promise.all(others)).toEqual(['b!', 'a!', 'b!', undefined])
})

test('rejects the reads of a query that fails, and then reads the others', async () => {
  const { queries, read } = setUp()
  const reads = [read('a'), read('b'), read('c')]
  queries[0]?.end(new Error('gone'))
  await expect(reads[0]).rejects.toThrow('gone')
  queries[1]?.end()
  expect(await Promise.all(reads.slice(1))).toEqual(['b!', 'c!'])
})

test('runs several queries at the same time', () => {
  const { queries, read } = setUp(2)
  for (const key of ['a', 'b', 'c']) void read(key)
  expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b']])
})
