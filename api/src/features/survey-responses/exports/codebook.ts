import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import type { SheetColumn } from '@baseline/tabular/stream-workbook.ts'
import { writeWorkbook } from '@baseline/tabular/write-workbook.ts'

import type { Db } from '#platform/database/database.ts'
import { NamedFile } from '#platform/http/named-file.ts'
import type { PseudonymOf } from '#platform/pseudonyms.ts'

import type { ExportLocale } from './column.ts'
import type { ExportTable } from './export-tables.ts'
import { loadTables } from './load-tables.ts'

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

/** Writes the codebook of a survey without its responses. It describes personal columns too. */
export const writeCodebook = async (
  context: { db: Db; timeZone: string; pseudonymOf: PseudonymOf },
  { surveyId, language }: { surveyId: string; language: string },
): Promise<NamedFile> => {
  const { formId } = await context.db
    .selectFrom('surveys')
    .select('form_id as formId')
    .where('id', '=', surveyId)
    .executeTakeFirstOrThrow()
  const { tables, locale } = await loadTables(context, {
    surveyId,
    language,
    format: 'xlsx',
    personalData: true,
    columnNames: 'labels',
    answers: 'labels',
  })
  const { columns, rows } = buildCodebook(tables, locale)
  const headers = columns.map(({ header }) => header)
  const content = await writeWorkbook([{ name: 'codebook', rows: [headers, ...rows] }])
  return new NamedFile(`codebook-${formId}.xlsx`, Buffer.from(content))
}
