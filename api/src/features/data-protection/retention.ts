import { randomUUID } from 'node:crypto'

import type { DataReport, SurveyRetention } from '@baseline/contract/data-protection/contract.ts'
import { AppError } from '@baseline/contract/errors.ts'
import { compileSurvey } from '@baseline/contract/surveys/compile-survey.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { isPersonalQuestion } from '@baseline/contract/surveys/personal-question.ts'
import { sql } from 'kysely'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'

import { eraseSubmissionsOfSurvey } from './erase-submissions.ts'
import { eraseTraces, personalNames, removeExports } from './erase-traces.ts'
import { addToReport, authorOf, hasReport } from './erasures.ts'
import type { ErasureRow } from './erasures.ts'

const batchResponses = 200

const selectRetention = (db: Db) =>
  db
    .selectFrom('surveys')
    .select(['id', 'label', 'status', 'closed_at', 'retention_months', 'anonymised_at'])
    .select(sql<Date | null>`closed_at + make_interval(months => retention_months)`.as('due_at'))

type RetentionRow = Awaited<ReturnType<ReturnType<typeof selectRetention>['executeTakeFirstOrThrow']>>

const present = (row: RetentionRow): SurveyRetention => ({
  surveyId: row.id,
  label: row.label,
  status: row.status,
  closedAt: row.closed_at?.toISOString() ?? null,
  months: row.retention_months,
  dueAt: row.due_at?.toISOString() ?? null,
  anonymisedAt: row.anonymised_at?.toISOString() ?? null,
})

export const listRetention = async (db: Db): Promise<SurveyRetention[]> =>
  (await selectRetention(db).orderBy('label_folded').orderBy('id').execute()).map(present)

export const setRetention = async (
  { db, author }: { db: Db; author: Author },
  surveyId: string,
  months: number | null,
): Promise<SurveyRetention> => {
  const before = await selectRetention(db).where('id', '=', surveyId).forUpdate().executeTakeFirst()
  if (!before) throw new AppError('errors.recordNotFound')
  if (before.retention_months !== months) {
    await db.updateTable('surveys').set({ retention_months: months }).where('id', '=', surveyId).execute()
    await audit(
      { db, author },
      {
        entity: 'survey',
        id: surveyId,
        action: 'update',
        before: { retentionMonths: before.retention_months },
        after: { retentionMonths: months },
      },
    )
  }
  return present(await selectRetention(db).where('id', '=', surveyId).executeTakeFirstOrThrow())
}

/** Surveys whose period has ended and whose personal data are not yet removed. */
export const findDueSurveys = async (db: Db): Promise<{ id: string; months: number }[]> => {
  const { rows } = await sql<{ id: string; months: number }>`
    select id, retention_months as months from surveys
    where status = 'closed' and anonymised_at is null
      and closed_at + make_interval(months => retention_months) <= now()
      and not exists (select from erasures where survey_id = surveys.id and state <> 'SUCCESS')`.execute(db)
  return rows
}

/** Counts what the end of the retention period would remove. */
export const reportRetention = async (db: Db, surveyId: string): Promise<DataReport> => {
  const survey = await selectRetention(db).where('id', '=', surveyId).executeTakeFirst()
  if (!survey) throw new AppError('errors.notFound')
  const { rows } = await sql<DataReport>`
    select (select count(*)::int from survey_responses where survey_id = ${surveyId}) as responses,
      (select count(*)::int from files where survey_id = ${surveyId}) as files,
      (select count(*)::int from response_comments where survey_id = ${surveyId}) as comments,
      (select count(*)::int from audit_log where entity_name = 'surveyResponse'
        and entity_id in (select id::text from survey_responses where survey_id = ${surveyId})) as "auditEntries",
      (select count(*)::int from survey_exports where survey_id = ${surveyId} and key is not null) as exports`.execute(
    db,
  )
  const [report] = rows
  if (!report) throw new Error('the statement returned no row')
  return survey.anonymised_at ? { ...report, responses: 0 } : report
}

type Answers = Readonly<Record<string, unknown>>

/** Returns the answers without those to personal questions, also within repeats. */
const withoutPersonalAnswers = (definition: SurveyDefinition, answers: Answers): Answers => {
  const others: Record<string, unknown> = { ...answers }
  for (const [key, { item, repeat }] of compileSurvey(definition).items) {
    if (item.kind !== 'question' || !isPersonalQuestion(item)) continue
    if (repeat === undefined) delete others[key]
    else if (Array.isArray(others[repeat]))
      others[repeat] = others[repeat].map((row: Answers) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => name !== key)),
      )
  }
  return others
}

const definitionsOf = async (db: Db, surveyId: string): Promise<Map<number, SurveyDefinition>> => {
  const versions = await db
    .selectFrom('survey_versions')
    .select(['version', 'definition'])
    .where('survey_id', '=', surveyId)
    .execute()
  return new Map(versions.map(({ version, definition }) => [version, definition]))
}

/**
 * Removes the personal data of the next responses. Enumerators and supervisors get pseudonyms that are the same
 * in all responses of the survey, so that figures per person stay. The salt of the pseudonyms is deleted at the
 * end. Returns false at the end.
 */
const anonymiseBatch = (
  db: Db,
  { id, surveyId, salt }: { id: string; surveyId: string; salt: string },
  definitions: ReadonlyMap<number, SurveyDefinition>,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { position } = await tx
      .selectFrom('erasures')
      .select('position')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const batch = await tx
      .selectFrom('survey_responses')
      .select(['id', 'survey_version', 'values'])
      .where('survey_id', '=', surveyId)
      .$if(position !== null, (query) => query.where('id', '>', position))
      .orderBy('id')
      .limit(batchResponses)
      .forUpdate()
      .execute()
    const ids = batch.map((response) => response.id)
    const last = ids.at(-1)
    if (last === undefined) return false
    const answers = batch.map(({ survey_version: version, values }) => {
      const definition = definitions.get(version)
      if (!definition) throw new Error(`version ${String(version)} of the questionnaire is missing`)
      return JSON.stringify(withoutPersonalAnswers(definition, values))
    })
    const traces = await eraseTraces(tx, id, ids, personalNames)
    await sql`
      update survey_responses r set "values" = anonymous.answers::jsonb, household_name = null, village = null,
        latitude = null, longitude = null, accuracy = null, photo_links = '{}', user_id = null, email = null,
        investigator_id = null, investigator_email = null, investigator_mobile_number = null, supervisor_id = null,
        investigator_name = 'E-' || left(encode(sha256(convert_to(${salt} || investigator_name_folded, 'UTF8')), 'hex'), 10),
        supervisor_name = 'S-' || left(encode(sha256(convert_to(${salt} || supervisor_name_folded, 'UTF8')), 'hex'), 10)
      from unnest(${ids}::uuid[], ${answers}::text[]) anonymous (id, answers) where r.id = anonymous.id`.execute(
      tx,
    )
    await tx.updateTable('erasures').set({ position: last }).where('id', '=', id).execute()
    await addToReport(tx, id, { ...traces, responses: ids.length })
    return true
  })

/** Removes personal answers, names, places and photos of a closed survey. Figures and other answers stay. */
export const anonymiseSurvey = async (db: Db, erasure: ErasureRow): Promise<void> => {
  const { id, survey_id: surveyId, reason } = erasure
  if (surveyId === null) throw new Error('the erasure has no survey')
  const salt = await inTransaction(db, async (tx) => {
    if (await hasReport(tx, id)) return erasure.texts[0] ?? ''
    const created = randomUUID()
    await tx
      .updateTable('erasures')
      .set({ texts: [created] })
      .where('id', '=', id)
      .execute()
    await addToReport(tx, id, { exports: await removeExports(tx, [surveyId]), responses: 0 })
    await audit(
      { db: tx, author: authorOf(erasure) },
      { entity: 'survey', id: surveyId, action: 'erase', after: { reason } },
    )
    return created
  })
  const definitions = await definitionsOf(db, surveyId)
  while (await anonymiseBatch(db, { id, surveyId, salt }, definitions));
  await eraseSubmissionsOfSurvey(db, surveyId)
  await db
    .updateTable('surveys')
    .set({ anonymised_at: sql<Date>`now()` })
    .where('id', '=', surveyId)
    .execute()
}
