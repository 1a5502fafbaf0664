import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import type { Db } from './database.ts'

/** Returns the questionnaire of a version. */
export const findDefinition = async (
  db: Db,
  surveyId: string,
  version: number,
): Promise<SurveyDefinition | undefined> => {
  const row = await db
    .selectFrom('survey_versions')
    .select('definition')
    .where('survey_id', '=', surveyId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.definition
}
