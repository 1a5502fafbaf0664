// @vitest-environment node
import { date } from '@baseline/contract/fields.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import { readWorkbook } from '@baseline/tabular/read-workbook.ts'
import type { TemplateColumn } from '@baseline/tabular/write-template.ts'
import { writeWorkbook } from '@baseline/tabular/write-workbook.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'

import type { ImportColumn } from './columns.ts'
import { ImportWorker } from './import-worker.ts'
import type { ReadProgress } from './import-worker.ts'
import { importLimits, silentMs } from './limits.ts'
import type { Answered, Asked, SheetTexts } from './protocol.ts'
import { importServer } from './serve-import.ts'

afterEach(() => vi.useRealTimers())

const columns: ImportColumn[] = [
  { key: 'name', kind: 'text', label: 'common.edit' },
  { key: 'day', kind: 'date', label: 'common.edit' },
]
const reader = { columns, schema: z.object({ name: z.string(), day: date.optional() }) }
const here = { timeZone: 'UTC', extra: {} }
const nothing = () => undefined

/** A fake worker with scripted answers; messages arrive asynchronously, as from a real one. */
class Thread extends EventTarget {
  terminate = vi.fn<() => void>()
  readonly #answer: (asked: Asked, say: (answered: Answered) => void) => unknown

  constructor(answer: (asked: Asked, say: (answered: Answered) => void) => unknown) {
    super()
    this.#answer = answer
  }

  postMessage(asked: Asked): void {
    setTimeout(
      () => this.#answer(asked, (data) => this.dispatchEvent(new MessageEvent('message', { data }))),
      0,
    )
  }
}

/** The real server, on this thread. */
const realThread = () => {
  const thread: Thread = new Thread((asked) => serve(asked))
  const serve = importServer(reader, (data) =>
    setTimeout(() => thread.dispatchEvent(new MessageEvent('message', { data })), 0),
  )
  return thread
}

const fileOf = async (rows: CellValue[][]): Promise<File> => {
  const bytes = await writeWorkbook([{ name: 'data', rows: [['name', 'day'], ...rows] }])
  return new File([new Uint8Array(bytes)], 'a.xlsx')
}
const texts: SheetTexts = {
  columns: [
    { header: 'name', format: 'text', width: 9, hint: { title: '', text: '' } },
    { header: 'day', format: 'date', width: 9, hint: { title: '', text: '' } },
  ],
  guide: { name: 'Guide', rows: [['Column']] },
}
const template = { type: 'template', texts } as const
const reason: TemplateColumn = { header: 'error', format: 'text', width: 9, hint: { title: '', text: '' } }

describe('a template requested while a file is read', () => {
  test('is delivered, and so is the file', async () => {
    const worker = new ImportWorker(realThread)
    const seen: ReadProgress[] = []
    const rows = Array.from({ length: 1_200 }, (_, index) => [`n${String(index)}`])
    const asked = Promise.withResolvers<Uint8Array>()
    const reading = worker.read(await fileOf(rows), here, (progress) => {
      seen.push(progress)
      // Between the messages of the file.
      if (progress.checked === 0) worker.write(template).then(asked.resolve, asked.reject)
    })
    const [sheet] = await readWorkbook(await asked.promise, importLimits)
    expect(sheet?.rows[0]).toEqual(['name', 'day'])
    expect(await reading).toMatchObject({ rows: { length: 1_200 } })
    expect(seen.map(({ checked, all }) => [checked, all])).toEqual([
      [0, 1_200],
      [500, 1_200],
      [1_000, 1_200],
      [1_200, 1_200],
    ])
  })
})

test('reports at once a workbook that cannot be written', async () => {
  const worker = new ImportWorker(realThread)
  // No file was read, so there are no errors to write.
  await expect(worker.write({ type: 'errors', texts, reason, rows: [] })).rejects.toThrow('could not')
  expect(await worker.write(template)).not.toHaveLength(0)
})

test('accepts a slow worker that reports progress, and terminates a silent one', async () => {
  vi.useFakeTimers()
  const thread = new Thread(({ id }, say) => {
    for (const minutes of [0.9, 1.8, 2.7])
      setTimeout(() => say({ id, answer: { type: 'rows', rows: [], strays: [] } }), minutes * silentMs)
    setTimeout(() => say({ id, answer: { type: 'read' } }), 3.6 * silentMs)
  })
  const slow = new ImportWorker(() => thread).read(new File([], 'a.xlsx'), here, nothing)
  await vi.advanceTimersByTimeAsync(4 * silentMs)
  expect(await slow).toEqual({ rows: [], strays: [] })
  expect(thread.terminate).not.toHaveBeenCalled()

  const dead = new Thread(nothing)
  const silent = new ImportWorker(() => dead).read(new File([], 'a.xlsx'), here, nothing)
  await vi.advanceTimersByTimeAsync(silentMs)
  expect(await silent).toEqual({ key: 'invalidFileUpload', reason: 'damaged' })
  expect(dead.terminate).toHaveBeenCalledOnce()
})

test('§5 writes a refused number to the file of errors unchanged, where it is refused again', async () => {
  const worker = new ImportWorker(realThread)
  const problemsOf = async (file: File) => {
    const read = await worker.read(file, here, nothing)
    return 'rows' in read ? read.rows.map(({ problems }) => problems.map(({ column }) => column)) : read
  }
  expect(await problemsOf(await fileOf([['Ana', 46_000]]))).toEqual([['day']])
  const rows = [{ line: 2, why: 'no date', wrong: ['day'] }]
  const bytes = await worker.write({ type: 'errors', texts, reason, rows })
  const [sheet] = await readWorkbook(bytes, importLimits)
  expect(sheet?.rows[1]).toEqual(['Ana', '46000', 'no date'])
  expect(await problemsOf(new File([bytes], 'a errors.xlsx'))).toEqual([['day']])
})
