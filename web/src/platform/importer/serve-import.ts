import type { Table } from '@baseline/tabular/read-table.ts'
import { writeTemplate } from '@baseline/tabular/write-template.ts'
import type { z } from 'zod'

import type { ImportContext } from './checked-row.ts'
import type { FromWorker, SheetTexts, ToWorker } from './protocol.ts'
import { checkRows, openFile } from './read-import.ts'
import type { ImportReader } from './read-import.ts'

const sheetName = 'data'

const writeErrors = (
  table: Table,
  { texts, reason, rows }: Extract<ToWorker, { type: 'errors' }>,
): Promise<Uint8Array> => {
  const kept = table.header.flatMap(({ text, key }, at) => (key === undefined ? [] : [{ text, key, at }]))
  const known = new Map(texts.columns.map((column) => [column.header, column]))
  const columns = kept.flatMap(({ text, key }) => {
    const column = known.get(key)
    return column ? [{ ...column, header: text }] : []
  })
  const cells = new Map(table.rows.map((row) => [row.line, row.cells]))
  return writeTemplate({
    name: sheetName,
    columns: [...columns, reason],
    guide: texts.guide,
    rows: rows.map(({ line, why, wrong }) => ({
      cells: [...kept.map(({ at }) => cells.get(line)?.[at] ?? null), why],
      wrong: new Set(kept.flatMap(({ key }, at) => (wrong.includes(key) ? [at] : []))),
    })),
  })
}

/** The worker of an importer: reads and checks files, and writes templates and what must be mended. */
export const serveImport = <Context extends ImportContext, Schema extends z.ZodObject>(
  reader: ImportReader<Context, Schema>,
): void => {
  let table: Table | undefined
  const tell = (message: FromWorker): void => postMessage(message)
  const workbook = (bytes: Uint8Array) => tell({ type: 'workbook', bytes: new Uint8Array(bytes) })
  const template = ({ columns, guide }: SheetTexts) => writeTemplate({ name: sheetName, columns, guide })

  const read = async (file: File, context: Context): Promise<void> => {
    const opened = await openFile(file, reader)
    if ('key' in opened) return tell({ type: 'refused', refusal: opened })
    table = opened
    tell({ type: 'opened', count: opened.rows.length })
    for await (const rows of checkRows(opened, reader, context)) tell({ type: 'rows', rows })
    tell({ type: 'read' })
  }

  const answer = async (message: ToWorker): Promise<void> => {
    // The page that starts this worker gives the context that its own reader asks for.
    if (message.type === 'read') return read(message.file, message.context as Context)
    if (message.type === 'template') return workbook(await template(message.texts))
    if (table) workbook(await writeErrors(table, message))
  }

  addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    answer(data).catch(() =>
      tell({ type: 'refused', refusal: { key: 'invalidFileUpload', reason: 'damaged' } }),
    )
  })
}
