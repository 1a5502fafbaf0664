import { beforeAll, describe, expect, test, vi } from 'vitest'

import { ApiError } from '../errors.ts'
import { loadLanguage } from '../i18n.ts'
import type { CheckedRow } from './checked-row.ts'
import { ImportRows } from './import-rows.ts'
import { ImportRun } from './import-run.ts'
import type { SendRow } from './import-run.ts'

beforeAll(() => loadLanguage('en'))

const columns = [{ key: 'firstName', kind: 'text' as const, label: 'user.fields.firstName' as const }]
const rowsOf = (count: number, bad: readonly number[] = []): CheckedRow[] =>
  Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    texts: ['Ana'],
    data: { firstName: 'Ana' },
    hash: String(index),
    problems: bad.includes(index)
      ? [{ column: 'firstName', key: 'validation.mixed.required' as const, params: {} }]
      : [],
    numbers: [],
  }))

const runOf = (rows: readonly CheckedRow[], send: SendRow, onFailure = vi.fn<(error: unknown) => void>()) => {
  const run = new ImportRun(new ImportRows(rows, { columns }), send, onFailure)
  return { run, onFailure }
}

describe('§4 an import', () => {
  test('sends ten rows in parallel, then the next ten, and never rows that failed the check', async () => {
    let parallelCalls = 0
    let maxParallelCalls = 0
    const sentLines: number[] = []
    const { run } = runOf(rowsOf(35, [0, 12]), async ({ line }) => {
      sentLines.push(line)
      parallelCalls += 1
      maxParallelCalls = Math.max(maxParallelCalls, parallelCalls)
      await new Promise((resolve) => setTimeout(resolve, 5))
      parallelCalls -= 1
    })
    expect(run.rows.counts()).toMatchObject({ pending: 33, bad: 2 })
    await run.start()
    expect(maxParallelCalls).toBe(10)
    expect(sentLines).toHaveLength(33)
    expect(run.state()).toEqual({ phase: 'done', isWaiting: false })
    expect(run.rows.counts()).toEqual({ all: 35, pending: 0, imported: 33, before: 0, bad: 2 })
    expect(run.rows.problemsOf(0)).toEqual([{ column: 'firstName', text: 'First name is required' }])
  })

  test('pauses before the next ten rows and resumes with them', async () => {
    const keys: string[] = []
    const { run } = runOf(rowsOf(25), async (_row, key) => {
      keys.push(key)
      if (keys.length === 3) run.pause()
    })
    await run.start()
    expect(run.state().phase).toBe('paused')
    expect(run.rows.counts()).toMatchObject({ imported: 10, pending: 15 })
    await run.start()
    expect(run.rows.counts()).toMatchObject({ imported: 25, pending: 0 })
    // One run id, with one key per line.
    expect(new Set(keys).size).toBe(25)
    expect(new Set(keys.map((key) => key.slice(0, 36))).size).toBe(1)
    expect(keys.map((key) => Number(key.slice(37))).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 25 }, (_, index) => index + 2),
    )
  })

  test('resends rows without a response, with the same key', async () => {
    vi.useFakeTimers()
    const tries = new Map<string, number>()
    const { run } = runOf(rowsOf(3), async (_row, key) => {
      const count = (tries.get(key) ?? 0) + 1
      tries.set(key, count)
      if (count <= 3) throw new ApiError([0, 503, 429][count - 1] ?? 0, {})
    })
    const finished = run.start()
    await vi.advanceTimersByTimeAsync(500)
    expect(run.state()).toEqual({ phase: 'running', isWaiting: true })
    await vi.advanceTimersByTimeAsync(10_000)
    await finished
    vi.useRealTimers()
    expect([...tries.values()]).toEqual([4, 4, 4])
    expect(run.rows.counts()).toMatchObject({ imported: 3, bad: 0 })
  })

  test('can be paused while the server does not respond, and keeps the rows pending', async () => {
    const { run } = runOf(rowsOf(3), () => Promise.reject(new ApiError(0, {})))
    const finished = run.start()
    await new Promise((resolve) => setTimeout(resolve, 20))
    run.pause()
    await finished
    expect(run.state()).toEqual({ phase: 'paused', isWaiting: false })
    expect(run.rows.counts()).toMatchObject({ pending: 3, bad: 0 })
  })

  test('shows the server’s reason at its cell, and lists a row stored before separately', async () => {
    const issues = [{ path: 'data.firstName', key: 'validation.mixed.required', message: '' }]
    const { run } = runOf(rowsOf(3), ({ line }) => {
      if (line === 2)
        return Promise.reject(new ApiError(400, { code: 'errors.invalid', details: { issues } }))
      const code = 'importer.errors.importHashExistent'
      const stored = new ApiError(400, { code, message: 'Data has already been imported' })
      return line === 3 ? Promise.reject(stored) : Promise.resolve()
    })
    await run.start()
    const { rows } = run
    expect(rows.counts()).toEqual({ all: 3, pending: 0, imported: 1, before: 1, bad: 1 })
    expect(rows.problemsOf(0)).toEqual([{ column: 'firstName', text: 'First name is required' }])
    expect(rows.problemsOf(1)).toEqual([{ column: undefined, text: 'Data has already been imported' }])
    expect([0, 1, 2].map(rows.stateOf)).toEqual(['error', 'error', 'imported'])
    expect([
      rows.indexesInGroup('error'),
      rows.indexesInGroup('before'),
      rows.indexesInGroup('imported'),
    ]).toEqual([[0], [1], [2]])
  })

  test('stops when the user loses the permission, and reports it once', async () => {
    const refusal = new ApiError(403, { code: 'errors.forbidden' })
    const { run, onFailure } = runOf(rowsOf(12), () => Promise.reject(refusal))
    await run.start()
    expect(run.state().phase).toBe('paused')
    expect(run.rows.counts()).toMatchObject({ pending: 12 })
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(refusal)
  })

  test('notifies a row at once, and throttles the counts', async () => {
    const { run } = runOf(rowsOf(50), () => Promise.resolve())
    const [row, other, figures] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
    run.rows.subscribeTo(3, row)
    run.rows.subscribeTo(60, other)
    run.rows.subscribe(figures)
    await run.start()
    expect(row).toHaveBeenCalledOnce()
    expect(other).not.toHaveBeenCalled()
    expect(figures.mock.calls.length).toBeLessThan(5)
  })
})
