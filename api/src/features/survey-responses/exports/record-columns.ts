import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { isPersonalColumn } from '@baseline/contract/surveys/personal-data.ts'
import { wallClock } from '@baseline/contract/wall-clock.ts'

import { choiceCells, toDateCell, toNumberCell, toTextCell } from './column.ts'
import type { DraftColumn, ExportColumn, ExportLocale, ReadRow } from './column.ts'

/** Returns the columns that every survey has; personal ones only on request. */
export const recordColumns = (
  locale: ExportLocale,
  personalData: boolean,
): (DraftColumn & { reads: string })[] => {
  const { t, timeZone } = locale
  const toWallClock = wallClock(timeZone)
  type Name = Parameters<typeof label>[0]
  const label = (
    name:
      | 'displayId'
      | 'surveyVersion'
      | 'version'
      | 'surveyDate'
      | 'startTime'
      | 'endTime'
      | 'origTime'
      | 'investigatorName'
      | 'investigatorMobileNumber'
      | 'supervisorName'
      | 'districtName'
      | 'village'
      | 'villageType'
      | 'villageCategory'
      | 'householdName'
      | 'photos'
      | 'email'
      | 'createdAt'
      | 'updatedAt'
      | 'status',
  ): string => t(`entities.surveyResponses.fields.${name}`)
  const column = (
    key: Name,
    reads: string,
    kind: ExportColumn['kind'] = 'text',
  ): DraftColumn & { reads: string } => ({
    key,
    reads,
    kind,
    type: kind,
    versions: [],
    choices: [],
    label: label(key),
    cell: (row) => {
      const value = row[reads]
      if (kind === 'time') return value instanceof Date ? toWallClock(value) : null
      return kind === 'date' ? toDateCell(value) : toTextCell(value)
    },
  })
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
    column('displayId', 'display_id'),
    {
      ...column('status', 'status'),
      type: 'choice',
      choices: statuses,
      ...choiceCells(statuses, (row) => row['status'], locale),
    },
    column('surveyDate', 'survey_date', 'date'),
    column('startTime', 'start_time', 'time'),
    column('endTime', 'end_time', 'time'),
    column('investigatorName', 'investigator_name'),
    column('investigatorMobileNumber', 'investigator_mobile_number'),
    column('supervisorName', 'supervisor_name'),
    column('districtName', 'district_name'),
    column('village', 'village'),
    column('villageType', 'village_type'),
    column('villageCategory', 'village_category'),
    column('householdName', 'household_name'),
    ...(isExported('location') ? (['latitude', 'longitude', 'accuracy'] as const).map(locationColumn) : []),
    column('photos', 'photos'),
    column('email', 'email'),
    { ...column('surveyVersion', 'survey_version'), kind: 'number' },
    // The importer compares the version, so that it does not overwrite a row that was edited after the
    // export.
    { ...column('version', 'version'), kind: 'number' },
    column('createdAt', 'created_at', 'time'),
    column('updatedAt', 'updated_at', 'time'),
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
