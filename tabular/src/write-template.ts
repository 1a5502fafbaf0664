import { writeXlsx } from 'hucre/xlsx'

import { columnLetters } from './column-letters.ts'
import type { CellValue, SheetRows } from './read-workbook.ts'
import { cellOf } from './write-workbook.ts'

export interface TemplateColumn {
  header: string
  /** `text` keeps leading zeros; `date` and `time` show the expected notation. */
  format: 'text' | 'number' | 'date' | 'time'
  width: number
  /** Instructions shown next to the selected cell. */
  hint: { title: string; text: string }
  /** Offered as a drop-down; `open` also accepts other values, such as several choices. */
  choices?: { values: readonly string[]; open: boolean }
}

/** A sheet to fill in. */
export interface TemplateSheet {
  name: string
  columns: readonly TemplateColumn[]
  /** Existing rows, with the cells to highlight as wrong. */
  rows?: readonly { cells: readonly CellValue[]; wrong: ReadonlySet<number> }[]
}

interface Template {
  sheets: readonly TemplateSheet[]
  /** A sheet that explains the columns. */
  guide?: SheetRows
}

const numberFormats = { text: '@', number: 'General', date: 'yyyy-mm-dd', time: 'yyyy-mm-dd hh:mm' }
/** Number of formatted rows; drop-downs cover every row that an import accepts. */
const preparedRows = 1_000
const validatedRows = 50_001
/** Excel's limits for the message next to a cell. */
const maxLengths = { title: 32, text: 255 }

const bold = { font: { bold: true } }
const highlight = { fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFFFC7CE' } } } as const

const validationOf = ({ hint, choices }: TemplateColumn, index: number) => {
  const letters = columnLetters(index + 1)
  const common = {
    range: `${letters}2:${letters}${String(validatedRows)}`,
    showInputMessage: true,
    inputTitle: hint.title.slice(0, maxLengths.title),
    inputMessage: hint.text.slice(0, maxLengths.text),
    allowBlank: true,
  }
  return choices
    ? { ...common, type: 'list' as const, values: [...choices.values], showErrorMessage: !choices.open }
    : // A rule that is always true, to show its message.
      { ...common, type: 'custom' as const, formula1: 'TRUE', showErrorMessage: false }
}

const sheetOf = ({ name, columns, rows = [] }: TemplateSheet) => {
  const cells = new Map<string, { style: object }>(
    columns.map((_, index) => [`0,${String(index)}`, { style: { ...bold, numFmt: '@' } }]),
  )
  for (const [index, { wrong }] of rows.entries())
    for (const column of wrong)
      cells.set(`${String(index + 1)},${String(column)}`, {
        style: { ...highlight, numFmt: numberFormats[columns[column]?.format ?? 'text'] },
      })
  const blank: CellValue[] = columns.map(() => null)
  return {
    name,
    columns: columns.map(({ width, format }) => ({ width, numFmt: numberFormats[format] })),
    rows: [
      columns.map(({ header }) => header),
      ...rows.map((row) => columns.map((_, index) => cellOf(row.cells[index] ?? null))),
      ...Array.from({ length: Math.max(preparedRows - rows.length, 0) }, () => blank),
    ],
    cells,
    freezePane: { rows: 1 },
    dataValidations: columns.map(validationOf),
  }
}

/** Writes a workbook to fill in: text stays text, choices are drop-downs, and each column has a hint. */
export const writeTemplate = ({ sheets, guide }: Template): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      ...sheets.map(sheetOf),
      ...(guide
        ? [
            {
              name: guide.name,
              columns: [{ width: 28 }, { width: 28 }, { width: 90 }],
              rows: guide.rows.map((row) => row.map(cellOf)),
              cells: new Map(guide.rows[0]?.map((_, index) => [`0,${String(index)}`, { style: bold }])),
              freezePane: { rows: 1 },
            },
          ]
        : []),
    ],
  })
