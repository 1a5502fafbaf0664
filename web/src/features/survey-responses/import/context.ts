import type { Role } from '@baseline/contract/permissions.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import type { ImportContext } from '#platform/importer/checked-row.ts'

/** Data for the validation of a row, in addition to its cells. */
export interface ResponsesContext extends ImportContext {
  survey: SurveyDefinition
  language: string
  /** Current date in the time zone of the survey. */
  today: string
  roles: readonly Role[]
}

/** Context for reading an exported sheet. */
export interface UpdateContext extends ImportContext {
  /** The questions of all versions. */
  survey: SurveyDefinition
  language: string
}
