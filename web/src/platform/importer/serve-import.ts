import type { Table } from '@baseline/tabular/read-table.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import { writeTemplate } from '@baseline/tabular/write-template.ts'
import type { TemplateColumn } from '@baseline/tabular/write-template.ts'
import type { z } from 'zod'

import type { ImportContext } from './checked-row.ts'
import type { Answered, Asked, FromWorker, ToWorker } from './protocol.ts'
import { checkRows, openFile } from './read-import.ts'
import type { ImportReader } from './read-import.ts'

const sheetName = 'data'

/** A number that was refused as a date is shown as that number: the column's format would make a date of it. */
const asRead = (cell: CellValue, column: TemplateColumn | undefined): CellValue =>
  typeof cell === 'number' && column?.format !== 'text' ? String(cell) : cell

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
      cells: [...kept.map(({ at }, index) => asRead(cells.get(line)?.[at] ?? null, columns[index])), why],
      wrong: new Set(kept.flatMap(({ key }, at) => (wrong.includes(key) ? [at] : []))),
    })),
  })
}

/** Reads and checks files, and writes templates and what must be mended; says everything through `post`. */
export const importServer = <Context extends ImportContext, Schema extends z.ZodObject>(
  reader: ImportReader<Context, Schema>,
  post: (answered: Answered) => void,
): ((asked: Asked) => Promise<void>) => {
  let table: Table | undefined
  type Tell = (answer: FromWorker) => void

  const read = async (file: File, context: Context, tell: Tell): Promise<void> => {
    const opened = await openFile(file, reader)
    if ('key' in opened) return tell({ type: 'refused', refusal: opened })
    table = opened
    tell({ type: 'opened', count: opened.rows.length })
    for await (const rows of checkRows(opened, reader, context)) tell({ type: 'rows', rows })
    tell({ type: 'read' })
  }

  const write = (message: Exclude<ToWorker, { type: 'read' }>): Promise<Uint8Array> => {
    if (message.type === 'template') return writeTemplate({ name: sheetName, ...message.texts })
    if (!table) throw new Error('the file with these errors is gone')
    return writeErrors(table, message)
  }

  return async ({ id, message }) => {
    const tell: Tell = (answer) => post({ id, answer })
    try {
      // The page that starts this worker gives the context that its own reader asks for.
      if (message.type === 'read') await read(message.file, message.context as Context, tell)
      else tell({ type: 'workbook', bytes: new Uint8Array(await write(message)) })
    } catch {
      tell({ type: 'failed' })
    }
  }
}

/** The worker of an importer. */
export const serveImport = <Context extends ImportContext, Schema extends z.ZodObject>(
  reader: ImportReader<Context, Schema>,
): void => {
  const serve = importServer(reader, (answered) => postMessage(answered))
  addEventListener('message', ({ data }: MessageEvent<Asked>) => void serve(data))
}
