import {
  exportedColumns,
  kindOf,
  isPseudonymised,
  pseudonymColumns,
  pseudonymised,
} from '@baseline/contract/survey-responses/columns.ts'
import type { ColumnName, PseudonymisedColumn } from '@baseline/contract/survey-responses/columns.ts'
import { isIndirectColumn, isPersonalColumn } from '@baseline/contract/survey-responses/personal-columns.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { wallClock } from '@baseline/contract/wall-clock.ts'

import { columnsByName } from '../columns.ts'
import { choiceCells, toDateCell, toNumberCell, toTextCell } from './column.ts'
import type { DraftColumn, ExportColumn, ExportLocale, ReadRow } from './column.ts'

/**
 * Returns the columns that every survey has. Without personal data, names and addresses of staff are replaced by
 * pseudonyms, and other personal columns are left out.
 */
export const recordColumns = (
  locale: ExportLocale,
  { personalData, withheldColumns }: { personalData: boolean; withheldColumns: ReadonlySet<string> },
): (DraftColumn & { reads: string })[] => {
  const { t, timeZone, pseudonymOf } = locale
  const toWallClock = wallClock(timeZone)
  const column = (
    key: ColumnName | 'photos',
    kind: ExportColumn['kind'] = 'text',
  ): DraftColumn & { reads: string } => {
    const reads = key === 'photos' ? key : columnsByName[key]
    return {
      key,
      reads,
      kind,
      type: kind,
      versions: [],
      choices: [],
      ...(isIndirectColumn(key) && { indirect: { column: reads } }),
      label: t(`entities.surveyResponses.fields.${key}`),
      cell: (row) => {
        const value = row[reads]
        if (kind === 'time') return value instanceof Date ? toWallClock(value) : null
        return kind === 'date' ? toDateCell(value) : toTextCell(value)
      },
    }
  }
  /** Has another key than the name, so that the import of a corrected sheet does not change the name. */
  const pseudonymColumn = (name: PseudonymisedColumn): DraftColumn & { reads: string } => {
    const { reads, ...named } = column(name)
    const key = `${name}Pseudonym` as const
    return {
      ...named,
      key,
      reads,
      label: t(`entities.surveyExports.sheets.${key}`),
      cell: (row) => {
        const person = row[reads]
        return typeof person === 'string' && person !== '' ? pseudonymOf(pseudonymised[name], person) : null
      },
    }
  }
  const withPseudonym = (name: ColumnName) =>
    !personalData && isPseudonymised(name) ? pseudonymColumn(name) : column(name, kindOf(name))
  const locationColumn = (part: 'latitude' | 'longitude' | 'accuracy') => ({
    key: part,
    reads: part,
    kind: 'number' as const,
    type: 'number',
    versions: [],
    choices: [],
    label: t(`entities.surveyExports.sheets.${part}`),
    cell: (row: ReadRow) => toNumberCell(row[part]),
  })
  const isExported = (name: string): boolean => personalData || !isPersonalColumn(name)
  const statuses = responseStatuses.map((value, index) => ({
    value,
    label: t(`entities.surveyResponses.statuses.${value}`),
    code: index + 1,
  }))
  const columns: (DraftColumn & { reads: string })[] = [
    column('displayId'),
    {
      ...column('status'),
      type: 'choice',
      choices: statuses,
      ...choiceCells(statuses, (row) => row['status'], locale),
    },
    ...exportedColumns.map(withPseudonym),
    ...(isExported('location') ? (['latitude', 'longitude', 'accuracy'] as const).map(locationColumn) : []),
    column('photos'),
    withPseudonym('email'),
    { ...column('surveyVersion'), kind: 'number' },
    // The importer compares the version, so that it does not overwrite a row that was edited after the
    // export.
    { ...column('version'), kind: 'number' },
    column('createdAt', 'time'),
    column('updatedAt', 'time'),
  ]
  const isPseudonym = (key: string): boolean => pseudonymColumns.some((name) => name === key)
  return columns.filter(
    ({ key, reads }) => isPseudonym(key) || (isExported(key) && !withheldColumns.has(reads)),
  )
}

/** Returns the columns that link the rows of a repeat to their response. */
export const lineColumns = ({ t }: ExportLocale): DraftColumn[] => [
  {
    key: 'displayId',
    kind: 'text',
    type: 'text',
    versions: [],
    choices: [],
    label: t('entities.surveyResponses.fields.displayId'),
    cell: (row) => toTextCell(row['display_id']),
  },
  {
    key: 'line',
    kind: 'number',
    type: 'number',
    versions: [],
    choices: [],
    label: t('entities.surveyExports.sheets.line'),
    cell: (row) => toNumberCell(row['line']),
  },
]
