import { writeTemplate } from '@baseline/tabular/write-template.ts'
import type { z } from 'zod'

import { isRefusal } from './checked-row.ts'
import type { ImportContext } from './checked-row.ts'
import { openFile } from './open-import.ts'
import type { ImportTables } from './open-import.ts'
import type { FromWorker, SheetTexts, ToWorker, WorkerReply, WorkerRequest } from './protocol.ts'
import { checkRows } from './read-import.ts'
import type { ImportReader } from './read-import.ts'
import { sheetName, writeErrors } from './write-errors.ts'

const templateColumns = (columns: SheetTexts['columns']): SheetTexts['columns'] =>
  columns.filter(({ hidden }) => !hidden)

const writeImportTemplate = ({ columns, sheets = [], guide }: SheetTexts): Promise<Uint8Array> =>
  writeTemplate({
    sheets: [
      { name: sheetName, columns: templateColumns(columns) },
      ...sheets.map((sheet) => ({ name: sheet.name, columns: templateColumns(sheet.columns) })),
    ],
    guide,
  })

/** A reader, or a function that creates one from the values of the screen. */
type ReaderFor<Context extends ImportContext, Schema extends z.ZodObject> =
  | ImportReader<Context, Schema>
  | ((context: Context) => ImportReader<Context, Schema>)

/**
 * Returns a function that handles a request to the worker: reads and checks a file, or writes a template or a
 * file of errors. Answers through `post`.
 */
export const createImportServer = <Context extends ImportContext, Schema extends z.ZodObject>(
  readerFor: ReaderFor<Context, Schema>,
  post: (reply: WorkerReply) => void,
): ((request: WorkerRequest) => Promise<void>) => {
  let tables: ImportTables | undefined
  type SendReply = (answer: FromWorker) => void

  const readFile = async (file: File, context: Context, sendReply: SendReply): Promise<void> => {
    const reader = typeof readerFor === 'function' ? readerFor(context) : readerFor
    const openedTables = await openFile(file, reader)
    if (isRefusal(openedTables)) return sendReply({ type: 'refused', refusal: openedTables })
    tables = openedTables
    sendReply({ type: 'opened', count: openedTables.rows.length })
    for await (const batch of checkRows(openedTables, reader, context)) sendReply({ type: 'rows', ...batch })
    sendReply({ type: 'read' })
  }

  const write = (message: Exclude<ToWorker, { type: 'read' }>): Promise<Uint8Array> => {
    if (message.type === 'template') return writeImportTemplate(message.texts)
    if (!tables) throw new Error('no file was read, so there are no errors to write')
    return writeErrors(tables, message)
  }

  return async ({ id, message }) => {
    const sendReply: SendReply = (answer) => post({ id, answer })
    try {
      // The page that starts this worker sends the context that its reader needs.
      if (message.type === 'read') await readFile(message.file, message.context as Context, sendReply)
      else sendReply({ type: 'workbook', bytes: new Uint8Array(await write(message)) })
    } catch {
      sendReply({ type: 'failed' })
    }
  }
}

/** Runs the worker of an importer. */
export const serveImport = <Context extends ImportContext, Schema extends z.ZodObject>(
  readerFor: ReaderFor<Context, Schema>,
): void => {
  const serve = createImportServer(readerFor, (reply) => postMessage(reply))
  addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => void serve(data))
}
