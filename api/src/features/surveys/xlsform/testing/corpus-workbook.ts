import { writeWorkbook } from '@baseline/tabular/write-workbook.ts'

/** A small workbook for one feature or pitfall of XLSForm. */
export interface CorpusEntry {
  name: string
  /** Tables by sheet: one line per row, with cells between vertical bars. */
  sheets: Readonly<Record<string, string>>
  /** Attached files. */
  files?: Readonly<Record<string, string>>
  /** `loaded`, with one line per warning; or one line per reason of the refusal. */
  outcome: readonly string[]
}

/** The sheet of a questionnaire whose settings do not matter. */
export const settings = `form_id | form_title
corpus | Corpus`

const rowsOf = (table: string): (string | null)[][] =>
  table.split('\n').map((line) => line.split('|').map((cell) => cell.trim() || null))

export const toWorkbook = ({ sheets }: CorpusEntry): Promise<Uint8Array> =>
  writeWorkbook(Object.entries(sheets).map(([name, table]) => ({ name, rows: rowsOf(table) })))

/** Encodes a lone surrogate as one byte that is not UTF-8, as in a file in another encoding. */
export const toAttachments = ({ files = {} }: CorpusEntry): Map<string, Uint8Array> =>
  new Map(
    Object.entries(files).map(([name, text]) => [
      name,
      text.isWellFormed() ? Buffer.from(text) : Buffer.from(text, 'latin1'),
    ]),
  )
