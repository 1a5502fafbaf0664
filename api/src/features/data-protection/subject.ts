import type { DataReport, Subject } from '@baseline/contract/data-protection/contract.ts'
import { AppError } from '@baseline/contract/errors.ts'
import { sql } from 'kysely'

import type { Scope } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'

/** Data protection concerns all responses, so a user who may read only some of them is refused. */
export const requireWholeScope = ({ scope }: { scope: Scope }): void => {
  if (scope !== 'all') throw new AppError('errors.forbidden')
}

const one = async <T>(query: Promise<{ rows: T[] }>): Promise<T> => {
  const [row] = (await query).rows
  if (!row) throw new Error('the statement returned no row')
  return row
}

const countHousehold = (db: Db, ids: readonly string[]) =>
  one(
    sql<DataReport & { found: number }>`
      with surveys_of as (
        select survey_id from survey_responses where id = any(${ids}::uuid[])
        union select ("values" #>> '{before,surveyId}')::uuid from audit_log
          where entity_name = 'surveyResponse' and action = 'destroy' and entity_id = any(${ids}::text[]))
      select (select count(*)::int from survey_responses where id = any(${ids}::uuid[])) as responses,
        (select count(*)::int from files where response_id = any(${ids}::uuid[])) as files,
        (select count(*)::int from response_comments where response_id = any(${ids}::uuid[])) as comments,
        (select count(*)::int from audit_log where entity_name = 'surveyResponse' and entity_id = any(${ids}::text[])
          and action <> 'erase' and "values" <> '{"before": null, "after": null}') as "auditEntries",
        (select count(*)::int from survey_exports where key is not null and survey_id in (table surveys_of)) as exports,
        (select count(*)::int from surveys_of where survey_id is not null) as found`.execute(db),
  )

const countPerson = (db: Db, { userId, userDetailsId }: Subject & { kind: 'person' }) =>
  one(
    sql<DataReport & { found: number }>`
      select (select count(*)::int from survey_responses
          where investigator_id = ${userDetailsId}::uuid or supervisor_id = ${userDetailsId}::uuid) as responses,
        (select count(*)::int from users where id = ${userId}::uuid and avatar_id is not null) as files,
        (select count(*)::int from response_comments where created_by_id = ${userId}::uuid) as comments,
        (select count(*)::int from audit_log where created_by_email = (select email from users where id = ${userId}::uuid)
          or entity_name = 'user' and entity_id = ${userId}::text
          or entity_name = 'userDetails' and entity_id = ${userDetailsId}::text) as "auditEntries",
        (select count(*)::int from survey_exports where key is not null) as exports,
        (select count(*)::int from users where id = ${userId}::uuid)
          + (select count(*)::int from user_details where id = ${userDetailsId}::uuid)
          + (select count(*)::int from audit_log where entity_name = 'userDetails'
              and entity_id = ${userDetailsId}::text and action = 'destroy') as found`.execute(db),
  )

/** Counts the records with data of the subject. Throws if it finds no record. */
export const reportSubject = async (db: Db, subject: Subject): Promise<DataReport> => {
  const { found, ...report } = await (subject.kind === 'household'
    ? countHousehold(db, subject.responseIds)
    : countPerson(db, subject))
  if (found === 0) throw new AppError('dataProtection.errors.notFound')
  return report
}

/** Throws if the person can still sign in, so that no user and no last manager is removed by mistake. */
export const requireDisabled = async (db: Db, subject: Subject): Promise<void> => {
  if (subject.kind !== 'person') return
  const user = await db
    .selectFrom('users')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('id', '=', subject.userId),
        eb.and([eb('user_details_id', '=', subject.userDetailsId), eb('user_details_id', 'is not', null)]),
      ]),
    )
    .where('disabled', '=', false)
    .executeTakeFirst()
  if (user) throw new AppError('dataProtection.errors.enabledUser')
}
