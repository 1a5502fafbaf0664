import type { TemplateColumn } from '@baseline/tabular/write-template.ts'

import { label, t } from '../i18n.ts'
import { reasonColumn } from './columns.ts'
import type { ImportColumn } from './columns.ts'
import type { SheetTexts } from './protocol.ts'

const formats = {
  text: 'text',
  json: 'text',
  links: 'text',
  choice: 'text',
  choices: 'text',
  date: 'date',
  time: 'time',
} as const

const kindText = (column: ImportColumn): string => {
  switch (column.kind) {
    case 'text':
      return ''
    case 'json':
      return t('importer.formats.json', { example: column.example })
    case 'choice':
    case 'choices':
      return t(`importer.formats.${column.kind}`, { values: column.choices.join(' ') })
    default:
      return t(`importer.formats.${column.kind}`)
  }
}

/** What to enter into a column, in the person's language. */
const entryText = (column: ImportColumn): string =>
  [column.required && t('importer.guide.required'), column.entry && label(column.entry), kindText(column)]
    .filter(Boolean)
    .join(' ')

const width = ({ key, kind }: ImportColumn): number => Math.max(key.length + 4, kind === 'json' ? 40 : 20)

const templateColumn = (column: ImportColumn): TemplateColumn => ({
  header: column.key,
  format: formats[column.kind],
  width: width(column),
  hint: { title: label(column.label), text: entryText(column) },
  ...('choices' in column && { choices: { values: column.choices, open: column.kind === 'choices' } }),
})

/** The template's texts; `more` is what its guide says below the columns. */
export const sheetTexts = (columns: readonly ImportColumn[], more: readonly string[][] = []): SheetTexts => ({
  columns: columns.map(templateColumn),
  guide: {
    name: t('importer.guide.sheet'),
    rows: [
      [t('importer.guide.column'), t('importer.guide.name'), t('importer.guide.entry')],
      ...columns.map((column) => [column.key, label(column.label), entryText(column)]),
      ...(more.length > 0 ? [[], ...more] : []),
    ],
  },
})

/** Headed like the others by a name that does not change with the language. */
export const reasonTexts = (): TemplateColumn => ({
  header: reasonColumn,
  format: 'text',
  width: 70,
  hint: { title: t('importer.states.error'), text: t('importer.result.hint') },
})
