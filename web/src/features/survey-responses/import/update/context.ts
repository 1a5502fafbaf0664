import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import type { ImportContext } from '#platform/importer/checked-row.ts'

/** Context for reading an exported sheet. */
export interface UpdateContext extends ImportContext {
  /** The questions of all versions. */
  survey: SurveyDefinition
  language: string
}
