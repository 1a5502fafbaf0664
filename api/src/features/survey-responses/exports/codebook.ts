import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import type { SheetColumn } from '@baseline/tabular/stream-workbook.ts'

import type { ExportLocale } from './column.ts'
import type { ExportTable } from './export-tables.ts'

/** Describes every column: one row per column, and one per choice. */
export const buildCodebook = (
  tables: readonly ExportTable[],
  { t }: Pick<ExportLocale, 't'>,
): { columns: SheetColumn[]; rows: CellValue[][] } => {
  const names = ['sheet', 'column', 'variable', 'key', 'type', 'label', 'versions', 'value', 'code'] as const
  return {
    columns: names.map((name) => ({ header: t(`entities.surveyExports.codebook.${name}`) })),
    rows: tables.flatMap(({ name, columns }) =>
      columns.flatMap(({ header, variable, key, type, label, versions, choices }): CellValue[][] => [
        [name, header, variable, key, type, label, versions.join(' ') || null, null, null],
        ...choices.map((choice) => [
          name,
          header,
          variable,
          key,
          type,
          choice.label,
          null,
          choice.value,
          choice.code,
        ]),
      ]),
    ),
  }
}
