import { negotiateLanguage } from '@baseline/contract/messages/translate.ts'

import type { Db } from '#platform/database/database.ts'
import { translateTo } from '#platform/http/language.ts'

import type { Wording } from './column.ts'
import { exportTables } from './export-tables.ts'
import type { ExportTable } from './export-tables.ts'
import { unionOfVersions } from './union-of-versions.ts'

interface Sheet {
  surveyId: string
  language: string
  personalData: boolean
}

/** The tables of a response sheet as the survey's versions make them, with their words in one language. */
export const tablesOf = async (
  { db, timeZone }: { db: Db; timeZone: string },
  { surveyId, language, personalData }: Sheet,
): Promise<{ tables: ExportTable[]; words: Wording; versions: number[] }> => {
  const versions = await db
    .selectFrom('survey_versions')
    .select(['version', 'definition'])
    .where('survey_id', '=', surveyId)
    .orderBy('version')
    .execute()
  const latest = versions.at(-1)?.definition
  const words: Wording = {
    t: translateTo(negotiateLanguage(language)),
    language,
    defaultLanguage: latest?.defaultLanguage ?? 'en',
    timeZone: latest?.timeZone ?? timeZone,
  }
  return {
    tables: exportTables(unionOfVersions(versions), words, { personalData }),
    words,
    versions: versions.map(({ version }) => version),
  }
}
