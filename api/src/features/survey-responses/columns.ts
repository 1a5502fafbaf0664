import { pluck } from '@baseline/contract/facts.ts'
import type { ColumnName } from '@baseline/contract/survey-responses/columns.ts'

import type { Schema } from '#platform/database/schema.ts'

export type Column = keyof Schema['survey_responses']

/** Names of a column in the database. */
interface StoredColumn {
  column: Column
  /** The same text without case and accents, for filters and sorting. */
  folded?: Column
  /** Name in the dictionary and in the rollups. A filter without a rollup is counted up to a limit. */
  dimension?: Schema['response_counts']['dimension'] & Schema['response_names']['kind']
  /** Column of the rollup by place. */
  place?: keyof Schema['response_places_live']
  /**
   * Sort columns. Responses with the same value are sorted by start time, so that one index serves the order
   * and the filter.
   */
  order?: readonly Column[]
}

const folded = <const Name extends string>(column: Name) => ({ column, folded: `${column}_folded` as const })

const sorted = <const Name extends string>(column: Name) => ({
  ...folded(column),
  order: [`${column}_folded`, 'start_time'] as const,
})

/** The columns of a survey response in the database, in the order in which lists select them. */
export const storedColumns = {
  id: { column: 'id' },
  displayId: { column: 'display_id', order: ['display_id_folded'] },
  surveyId: { column: 'survey_id' },
  surveyLabel: { column: 'survey_label' },
  surveyVersion: { column: 'survey_version' },
  surveyDate: { column: 'survey_date', order: ['survey_date'] },
  startTime: { column: 'start_time', order: ['start_time'] },
  origTime: { column: 'orig_time' },
  endTime: { column: 'end_time', order: ['end_time'] },
  status: { column: 'status', order: ['status', 'start_time'] },
  email: { column: 'email' },
  userId: { column: 'user_id' },
  investigatorName: { ...sorted('investigator_name'), dimension: 'investigator' },
  investigatorEmail: { column: 'investigator_email' },
  investigatorMobileNumber: { ...folded('investigator_mobile_number'), dimension: 'mobileNumber' },
  supervisorName: { ...sorted('supervisor_name'), dimension: 'supervisor' },
  districtName: { ...sorted('district_name'), dimension: 'district', place: 'district' },
  village: { ...sorted('village'), dimension: 'village' },
  villageType: { ...sorted('village_type'), dimension: 'villageType', place: 'village_type' },
  villageCategory: { ...sorted('village_category'), dimension: 'villageCategory', place: 'village_category' },
  householdName: { ...folded('household_name'), order: ['household_name_folded'] },
  createdAt: { column: 'created_at', order: ['created_at'] },
  updatedAt: { column: 'updated_at' },
  version: { column: 'version' },
} as const satisfies Record<ColumnName, StoredColumn>

export const columnsByName = pluck(storedColumns, 'column')

/** Returns the rollup dimension of a column; undefined if it has none. */
export const dimensionOf = (name: ColumnName): StoredColumn['dimension'] => {
  const column: StoredColumn = storedColumns[name]
  return column.dimension
}
