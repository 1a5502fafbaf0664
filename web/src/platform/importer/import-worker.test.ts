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
import { importLimits, silenceLimitMs } from './limits.ts'
import type { SheetTexts, WorkerReply, WorkerRequest } from './protocol.ts'
import { createImportServer } from './serve-import.ts'

afterEach(() => vi.useRealTimers())

const columns: ImportColumn[] = [
  { key: 'name', kind: 'text', label: 'common.edit' },
  { key: 'day', kind: 'date', label: 'common.edit' },
]
const reader = { columns, schema: z.object({ name: z.string(), day: date.optional() }) }
const context = { timeZone: 'UTC', extra: {} }
const noop = () => undefined

/** A fake worker with scripted answers; messages arrive asynchronously, as from a real one. */
class Thread extends EventTarget {
  terminate = vi.fn<() => void>()
  readonly #answer: (request: WorkerRequest, sendReply: (reply: WorkerReply) => void) => unknown

  constructor(answer: (request: WorkerRequest, sendReply: (reply: WorkerReply) => void) => unknown) {
    super()
    this.#answer = answer
  }

  postMessage(request: WorkerRequest): void {
    setTimeout(
      () => this.#answer(request, (data) => this.dispatchEvent(new MessageEvent('message', { data }))),
      0,
    )
  }
}

/** The real server, on this thread. */
const realThread = () => {
  const thread: Thread = new Thread((request) => serve(request))
  const serve = createImportServer(reader, (data) =>
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
    const progressReports: ReadProgress[] = []
    const rows = Array.from({ length: 1_200 }, (_, index) => [`n${String(index)}`])
    const templateBytes = Promise.withResolvers<Uint8Array>()
    const reading = worker.read(await fileOf(rows), context, (progress) => {
      progressReports.push(progress)
      // Between the messages of the file.
      if (progress.checked === 0) worker.write(template).then(templateBytes.resolve, templateBytes.reject)
    })
    const [sheet] = await readWorkbook(await templateBytes.promise, importLimits)
    expect(sheet?.rows[0]).toEqual(['name', 'day'])
    expect(await reading).toMatchObject({ rows: { length: 1_200 } })
    expect(progressReports.map(({ checked, total }) => [checked, total])).toEqual([
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
  const thread = new Thread(({ id }, sendReply) => {
    for (const minutes of [0.9, 1.8, 2.7])
      setTimeout(
        () => sendReply({ id, answer: { type: 'rows', rows: [], strays: [] } }),
        minutes * silenceLimitMs,
      )
    setTimeout(() => sendReply({ id, answer: { type: 'read' } }), 3.6 * silenceLimitMs)
  })
  const slowRead = new ImportWorker(() => thread).read(new File([], 'a.xlsx'), context, noop)
  await vi.advanceTimersByTimeAsync(4 * silenceLimitMs)
  expect(await slowRead).toEqual({ rows: [], strays: [] })
  expect(thread.terminate).not.toHaveBeenCalled()

  const deadThread = new Thread(noop)
  const silentRead = new ImportWorker(() => deadThread).read(new File([], 'a.xlsx'), context, noop)
  await vi.advanceTimersByTimeAsync(silenceLimitMs)
  expect(await silentRead).toEqual({ key: 'invalidFileUpload', reason: 'damaged' })
  expect(deadThread.terminate).toHaveBeenCalledOnce()
})

test('§5 writes a refused number to the file of errors unchanged, where it is refused again', async () => {
  const worker = new ImportWorker(realThread)
  const problemsOf = async (file: File) => {
    const read = await worker.read(file, context, noop)
    return 'rows' in read ? read.rows.map(({ problems }) => problems.map(({ column }) => column)) : read
  }
  expect(await problemsOf(await fileOf([['Ana', 46_000]]))).toEqual([['day']])
  const rows = [{ line: 2, message: 'no date', wrongColumns: ['day'] }]
  const bytes = await worker.write({ type: 'errors', texts, reason, rows })
  const [sheet] = await readWorkbook(bytes, importLimits)
  expect(sheet?.rows[1]).toEqual(['Ana', '46000', 'no date'])
  expect(await problemsOf(new File([bytes], 'a errors.xlsx'))).toEqual([['day']])
})
