import type { Selectable } from 'kysely'

import type { Db } from './database.ts'
import type { Schema } from './schema.ts'

type Definition = Selectable<Schema['survey_versions']>['definition']

/** Returns the questionnaire of a version. */
export const findDefinition = async (
  db: Db,
  surveyId: string,
  version: number,
): Promise<Definition | undefined> => {
  const row = await db
    .selectFrom('survey_versions')
    .select('definition')
    .where('survey_id', '=', surveyId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.definition
}
