import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import type { ImportContext } from '#platform/importer/checked-row.ts'

/** What an exported sheet is read by. */
export interface UpdateContext extends ImportContext {
  /** The questions of all versions. */
  survey: SurveyDefinition
  language: string
}
