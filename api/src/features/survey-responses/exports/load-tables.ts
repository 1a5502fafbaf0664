import { negotiateLanguage } from '@baseline/contract/messages/translate.ts'
import type { AnswerNotation } from '@baseline/contract/survey-responses/exports/contract.ts'

import type { Db } from '#platform/database/database.ts'
import { translatorFor } from '#platform/http/language.ts'
import type { PseudonymOf } from '#platform/pseudonyms.ts'

import type { ExportLocale } from './column.ts'
import { exportTables } from './export-tables.ts'
import type { ExportTable, TableOptions } from './export-tables.ts'
import { unionOfVersions } from './union-of-versions.ts'

interface LoadOptions extends TableOptions {
  surveyId: string
  language: string
  answers: AnswerNotation
}

/** Returns the tables of an export: the union of the versions of a survey, labelled in one language. */
export const loadTables = async (
  { db, timeZone, pseudonymOf }: { db: Db; timeZone: string; pseudonymOf: PseudonymOf },
  { surveyId, language, answers, ...options }: LoadOptions,
): Promise<{ tables: ExportTable[]; locale: ExportLocale; versions: number[] }> => {
  const versions = await db
    .selectFrom('survey_versions')
    .select(['version', 'definition'])
    .where('survey_id', '=', surveyId)
    .orderBy('version')
    .execute()
  const latest = versions.at(-1)?.definition
  const locale: ExportLocale = {
    t: translatorFor(negotiateLanguage(language)),
    language,
    defaultLanguage: latest?.defaultLanguage ?? 'en',
    timeZone: latest?.timeZone ?? timeZone,
    answers,
    pseudonymOf,
  }
  return {
    tables: exportTables(unionOfVersions(versions), locale, options),
    locale,
    versions: versions.map(({ version }) => version),
  }
}
