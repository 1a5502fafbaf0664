import type { TemplateColumn } from '@baseline/tabular/write-template.ts'

import { t } from '../i18n.ts'
import { reasonColumn } from './columns.ts'
import type { ImportColumn } from './columns.ts'
import type { ImportShape } from './import-rows.ts'
import type { SheetTexts } from './protocol.ts'
import { columnText } from './texts.ts'

const formats = {
  text: 'text',
  json: 'text',
  links: 'text',
  choice: 'text',
  choices: 'text',
  clock: 'text',
  place: 'text',
  number: 'number',
  flag: 'number',
  date: 'date',
  time: 'time',
} as const

const kindText = (column: ImportColumn): string => {
  switch (column.kind) {
    case 'text':
    case 'flag':
      return ''
    case 'json':
      return t('importer.formats.json', { example: column.example })
    case 'choice':
    case 'choices':
      return column.valuesByName
        ? ''
        : t(`importer.formats.${column.kind}`, { values: column.choices.join(' ') })
    default:
      return t(`importer.formats.${column.kind}`)
  }
}

/** Returns the instructions of a column, in the user's language. */
const entryText = (column: ImportColumn): string =>
  [
    column.required && t('importer.guide.required'),
    column.entry && columnText(column.entry),
    kindText(column),
  ]
    .filter(Boolean)
    .join(' ')

const width = ({ key, kind }: ImportColumn): number => Math.max(key.length + 4, kind === 'json' ? 40 : 20)

/** Excel's limit for the comma-separated list of a drop-down. */
const maxListLength = 255

const fitsDropDown = (values: readonly string[]): boolean =>
  values.join(',').length <= maxListLength && !values.some((value) => /[,"]/.test(value))

const dropDown = (column: ImportColumn): Pick<TemplateColumn, 'choices'> => {
  if (!('choices' in column)) return {}
  const isOpen = column.kind === 'choices' || column.valuesByName !== undefined
  // A drop-down selects one choice, which would be misleading if values are separated by semicolons.
  if (column.kind === 'choices' && column.separator) return {}
  const values = [column.dropDownValues ?? column.choices, column.choices].find(fitsDropDown)
  return values ? { choices: { values, open: isOpen } } : {}
}

const templateColumn = (column: ImportColumn): SheetTexts['columns'][number] => ({
  header: column.key,
  format: formats[column.kind],
  width: width(column),
  hint: { title: columnText(column.label), text: entryText(column) },
  ...dropDown(column),
  ...(column.hidden && { hidden: true }),
})

const visibleColumns = (columns: readonly ImportColumn[]) => columns.filter(({ hidden }) => !hidden)

/** Returns the texts of the template; `guide` replaces the lines of the guide. */
export const sheetTexts = (
  { columns, sheets = [] }: ImportShape,
  guide?: readonly string[][],
): Required<SheetTexts> => ({
  columns: columns.map(templateColumn),
  sheets: sheets.map(({ name, columns: sheetColumns }) => ({
    name,
    columns: sheetColumns.map(templateColumn),
  })),
  guide: {
    name: t('importer.guide.sheet'),
    rows: [
      [t('importer.guide.column'), t('importer.guide.name'), t('importer.guide.entry')],
      ...(guide ?? guideLines(columns)).map((row) => [...row]),
    ],
  },
})

/** Returns the lines of the guide for these columns. */
export const guideLines = (columns: readonly ImportColumn[]): string[][] =>
  visibleColumns(columns).map((column) => [column.key, columnText(column.label), entryText(column)])

/** The column of reasons. Its heading does not depend on the language. */
export const reasonTexts = (): TemplateColumn => ({
  header: reasonColumn,
  format: 'text',
  width: 70,
  hint: { title: t('importer.states.error'), text: t('importer.result.hint') },
})
