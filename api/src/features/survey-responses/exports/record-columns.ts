import { exportedColumns, kindOf } from '@baseline/contract/survey-responses/columns.ts'
import type { ColumnName } from '@baseline/contract/survey-responses/columns.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { isPersonalColumn } from '@baseline/contract/surveys/personal-data.ts'
import { wallClock } from '@baseline/contract/wall-clock.ts'

import { columnsByName } from '../columns.ts'
import { choiceCells, toDateCell, toNumberCell, toTextCell } from './column.ts'
import type { DraftColumn, ExportColumn, ExportLocale, ReadRow } from './column.ts'

/** Returns the columns that every survey has; personal ones only on request. */
export const recordColumns = (
  locale: ExportLocale,
  personalData: boolean,
): (DraftColumn & { reads: string })[] => {
  const { t, timeZone } = locale
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
      label: t(`entities.surveyResponses.fields.${key}`),
      cell: (row) => {
        const value = row[reads]
        if (kind === 'time') return value instanceof Date ? toWallClock(value) : null
        return kind === 'date' ? toDateCell(value) : toTextCell(value)
      },
    }
  }
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
    ...exportedColumns.map((name) => column(name, kindOf(name))),
    ...(isExported('location') ? (['latitude', 'longitude', 'accuracy'] as const).map(locationColumn) : []),
    column('photos'),
    column('email'),
    { ...column('surveyVersion'), kind: 'number' },
    // The importer compares the version, so that it does not overwrite a row that was edited after the
    // export.
    { ...column('version'), kind: 'number' },
    column('createdAt', 'time'),
    column('updatedAt', 'time'),
  ]
  return columns.filter(({ key }) => isExported(key))
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
