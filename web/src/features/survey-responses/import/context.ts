import type { Role } from '@baseline/contract/permissions.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import type { ImportContext } from '#platform/importer/checked-row.ts'

/** What the check of a row needs besides its cells. */
export interface ResponsesContext extends ImportContext {
  survey: SurveyDefinition
  language: string
  /** The date where the survey takes place. */
  today: string
  roles: readonly Role[]
}
