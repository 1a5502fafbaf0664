import { AppError, fieldError } from '@baseline/contract/errors.ts'
import { answerKindOf } from '@baseline/contract/surveys/answer-kind.ts'
import type { AnswerKind } from '@baseline/contract/surveys/answer-kind.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { isPersonalInVersions } from '@baseline/contract/surveys/personal-question.ts'
import type { SearchableQuestion } from '@baseline/contract/surveys/searchable.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'

const selectSearchable = (db: Db, surveyId: string) =>
  db
    .selectFrom('searchable_questions')
    .select(['id', 'key', 'kind', 'state', 'filled_rows'])
    .where('survey_id', '=', surveyId)
    .where('state', '<>', 'removed')
    .orderBy('position')

export const searchableKeys = async (db: Db, surveyId: string): Promise<string[]> =>
  (await selectSearchable(db, surveyId).execute()).map(({ key }) => key)

const kindIn = (definition: SurveyDefinition, key: string): AnswerKind | undefined => {
  const placed = itemsOf(definition).get(key)
  return placed && answerKindOf(placed)
}

/** The worker deletes the answers of a removed question. */
const remove = async (tx: Db, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('searchable_questions')
    .set({ state: 'removed', changed_in: sql<string>`pg_current_xact_id()` })
    .where('id', 'in', ids)
    .execute()
}

/**
 * Replaces the searchable questions of a locked survey. A question that the latest version does not have stays
 * searchable, for the answers of earlier versions. If its type has changed, its answers are prepared again.
 */
export const setSearchable = async (
  tx: Db,
  surveyId: string,
  definition: SurveyDefinition,
  keys: readonly string[],
): Promise<void> => {
  const before = await selectSearchable(tx, surveyId).execute()
  const requested = keys.map((key, index) => {
    const existing = before.find((question) => question.key === key)
    const kind = kindIn(definition, key) ?? existing?.kind
    if (kind === undefined || keys.indexOf(key) < index)
      throw fieldError(
        `data.searchable.${String(index)}`,
        kind === undefined && itemsOf(definition).has(key)
          ? 'entities.surveys.errors.notSearchable'
          : 'entities.surveys.errors.unknownQuestion',
      )
    return { key, kind, position: index, kept: existing?.kind === kind ? existing.id : undefined }
  })
  await remove(
    tx,
    before.flatMap(({ id }) => (requested.some(({ kept }) => kept === id) ? [] : [id])),
  )
  for (const { key, kind, position, kept } of requested)
    await (kept === undefined
      ? tx.insertInto('searchable_questions').values({ survey_id: surveyId, key, kind, position }).execute()
      : tx.updateTable('searchable_questions').set({ position }).where('id', '=', kept).execute())
}

/** Prepares the answers again to the questions whose type differs in a new version. */
export const keepSearchable = async (tx: Db, surveyId: string, definition: SurveyDefinition): Promise<void> =>
  setSearchable(tx, surveyId, definition, await searchableKeys(tx, surveyId))

/** Describes the searchable questions with their texts in the latest version that has them. */
export const listSearchable = async (
  db: Db,
  surveyId: string,
): Promise<{ defaultLanguage: string; questions: SearchableQuestion[] }> => {
  const questions = await selectSearchable(db, surveyId).execute()
  // All versions only if needed: a questionnaire can be large.
  const versions = await db
    .selectFrom('survey_versions')
    .select('definition')
    .where('survey_id', '=', surveyId)
    .orderBy('version', 'desc')
    .$if(questions.length === 0, (rows) => rows.limit(1))
    .execute()
  const [latest] = versions
  if (!latest) throw new AppError('errors.notFound')
  const describe = ({ key, kind, state, filled_rows: filledRows }: (typeof questions)[number]) => {
    const found = versions.flatMap(({ definition }) => {
      const item = itemsOf(definition).get(key)?.item
      return item?.kind === 'question' ? [{ item, definition }] : []
    })
    const [newest] = found
    if (!newest) return []
    const { item, definition } = newest
    const list = item.list === undefined ? undefined : definition.choices[item.list]
    return [
      {
        key,
        kind,
        labels: item.labels,
        choices: (list ?? []).map(({ value, labels }) => ({ value, labels })),
        personal: isPersonalInVersions(found.map((one) => one.item)),
        isReady: state === 'ready',
        filledRows,
      },
    ]
  }
  return { defaultLanguage: latest.definition.defaultLanguage, questions: questions.flatMap(describe) }
}
