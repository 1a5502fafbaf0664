import { columnLetters } from '@baseline/tabular/column-letters.ts'
import { archive, manySheets, sheetXml, text } from '@baseline/tabular/testing/archive.ts'

/** An upload that must be answered in time, with the expected answer. */
export interface HostileForm {
  name: string
  make: () => { workbook: Uint8Array; files?: Readonly<Record<string, string | Uint8Array>> }
  /**
   * The first problem in English and in Portuguese, with its cell, such as `survey!A2 this group …`. A harmless form
   * is `loaded`, with its first warning.
   */
  expected: readonly [en: string, pt: string]
}

export type Rows = readonly (readonly (string | null)[])[]

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const escape = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Writes a sheet without the checks of a writer: any length, any characters. */
export const rowsXml = (rows: Rows): string =>
  sheetXml(
    rows
      .map((cells, row) => {
        const written = cells.map((cell, column) =>
          cell === null ? '' : text(`${columnLetters(column + 1)}${String(row + 1)}`, escape(cell)),
        )
        return `<row r="${String(row + 1)}">${written.join('')}</row>`
      })
      .join(''),
  )

export const toWorkbook = (sheets: Readonly<Record<string, Rows>>): Uint8Array =>
  archive(
    manySheets(
      Object.values(sheets).map(rowsXml),
      Object.keys(sheets).map((name, index) => [name, index + 1]),
    ),
  )

export const settings: Rows = [
  ['form_id', 'form_title'],
  ['hostile', 'Hostile'],
]

/** Returns a workbook with questions: the columns, and the rows below them. */
export const survey = (columns: string, rows: Rows, more: Readonly<Record<string, Rows>> = {}) => ({
  workbook: toWorkbook({ survey: [columns.split(' '), ...rows], settings, ...more }),
})
