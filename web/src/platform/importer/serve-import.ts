import { writeTemplate } from '@baseline/tabular/write-template.ts'
import type { z } from 'zod'

import { isRefusal } from './checked-row.ts'
import type { ImportContext } from './checked-row.ts'
import { openFile } from './open-import.ts'
import type { ImportTables } from './open-import.ts'
import type { Answered, Asked, FromWorker, SheetTexts, ToWorker } from './protocol.ts'
import { checkRows } from './read-import.ts'
import type { ImportReader } from './read-import.ts'
import { sheetName, writeErrors } from './write-errors.ts'

const inTemplate = (columns: SheetTexts['columns']): SheetTexts['columns'] =>
  columns.filter(({ hidden }) => !hidden)

const template = ({ columns, sheets = [], guide }: SheetTexts): Promise<Uint8Array> =>
  writeTemplate({
    sheets: [
      { name: sheetName, columns: inTemplate(columns) },
      ...sheets.map((sheet) => ({ name: sheet.name, columns: inTemplate(sheet.columns) })),
    ],
    guide,
  })

/** A reader, or a function that creates one from the values of the screen. */
type ReaderFor<Context extends ImportContext, Schema extends z.ZodObject> =
  | ImportReader<Context, Schema>
  | ((context: Context) => ImportReader<Context, Schema>)

/** Reads and checks files, and writes templates and files of errors; answers through `post`. */
export const importServer = <Context extends ImportContext, Schema extends z.ZodObject>(
  readerFor: ReaderFor<Context, Schema>,
  post: (answered: Answered) => void,
): ((asked: Asked) => Promise<void>) => {
  let tables: ImportTables | undefined
  type Tell = (answer: FromWorker) => void

  const read = async (file: File, context: Context, tell: Tell): Promise<void> => {
    const reader = typeof readerFor === 'function' ? readerFor(context) : readerFor
    const opened = await openFile(file, reader)
    if (isRefusal(opened)) return tell({ type: 'refused', refusal: opened })
    tables = opened
    tell({ type: 'opened', count: opened.rows.length })
    for await (const batch of checkRows(opened, reader, context)) tell({ type: 'rows', ...batch })
    tell({ type: 'read' })
  }

  const write = (message: Exclude<ToWorker, { type: 'read' }>): Promise<Uint8Array> => {
    if (message.type === 'template') return template(message.texts)
    if (!tables) throw new Error('no file was read, so there are no errors to write')
    return writeErrors(tables, message)
  }

  return async ({ id, message }) => {
    const tell: Tell = (answer) => post({ id, answer })
    try {
      // The page that starts this worker sends the context that its reader needs.
      if (message.type === 'read') await read(message.file, message.context as Context, tell)
      else tell({ type: 'workbook', bytes: new Uint8Array(await write(message)) })
    } catch {
      tell({ type: 'failed' })
    }
  }
}

/** Runs the worker of an importer. */
export const serveImport = <Context extends ImportContext, Schema extends z.ZodObject>(
  readerFor: ReaderFor<Context, Schema>,
): void => {
  const serve = importServer(readerFor, (answered) => postMessage(answered))
  addEventListener('message', ({ data }: MessageEvent<Asked>) => void serve(data))
}
