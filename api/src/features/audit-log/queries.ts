import type { AuditLogEntry, listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import type { Input } from '@baseline/contract/http.ts'
import { sql } from 'kysely'
import type { RawBuilder, Selectable, SelectQueryBuilder } from 'kysely'

import type { Scope } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { all, answerList, filtersOn, orderOf } from '#platform/database/list.ts'
import { recordLabel, toUuid } from '#platform/database/record-label.ts'
import type { Schema } from '#platform/database/schema.ts'
import { inScope } from '#platform/database/scoped-tables.ts'

import { countMatches, findPage, isWalkable, matches, resolveSearch } from './search.ts'

type Query = Input<typeof listAuditLog>['query']

const columns = {
  timestamp: 'timestamp',
  createdByEmail: 'created_by_email',
  entityName: 'entity_name',
  action: 'action',
  entityId: 'entity_id',
} as const

const recordId = toUuid(sql`entity_id`)
const label = recordLabel({ entity: sql`entity_name`, id: recordId })

/** Finds the name of a deleted record in the values of an entry. */
const findLabel = (values: unknown): string | undefined => {
  const textOf = (field: string): string => {
    const value: unknown = typeof values === 'object' && values ? Reflect.get(values, field) : undefined
    return typeof value === 'string' ? value : ''
  }
  const name = `${textOf('firstName')} ${textOf('lastName')}`.trim()
  return name || textOf('displayId') || textOf('label') || textOf('email') || undefined
}

const createdByName = sql<string | null>`(select full_name from users where id = created_by_id)`

/** The questionnaire of a response: from the record, or from the audit entry of its deletion. */
const survey = sql<Entry['survey']>`case when entity_name = 'surveyResponse' then coalesce(
  (select json_build_object('id', survey_id, 'version', survey_version) from survey_responses where id = ${recordId}),
  (select json_build_object('id', gone."values"->'before'->'surveyId', 'version', gone."values"->'before'->'surveyVersion')
   from audit_log gone where gone.entity_id = audit_log.entity_id and gone.action = 'destroy'
     and gone.entity_name = 'surveyResponse' limit 1)) end`

type Entry = Pick<AuditLogEntry, 'survey' | 'createdByName'>

const present = (row: Selectable<Schema['audit_log']> & Entry & { label: string | null }): AuditLogEntry => ({
  id: row.id,
  timestamp: row.timestamp.toISOString(),
  createdByEmail: row.created_by_email,
  createdByName: row.createdByName,
  entityName: row.entity_name,
  entityId: row.entity_id,
  entityLabel: row.label ?? findLabel(row.values.after) ?? findLabel(row.values.before) ?? null,
  survey: row.survey,
  action: row.action,
  values: row.values,
})

const { equals, oneOf, within } = filtersOn('audit_log')

/**
 * Excludes the entries of responses outside of the scope, because they contain the responses. A limited scope
 * also excludes entries of deleted responses, which have no row to compare with the scope.
 */
const isInScope = (scope: Scope): RawBuilder<boolean> | undefined => {
  const condition = inScope('survey_responses', scope)
  if (!condition) return undefined
  const responses = sql`select id from survey_responses where ${condition}`
  return sql<boolean>`case entity_name
    when 'surveyResponse' then ${recordId} in (${responses})
    when 'flag' then ${recordId} in (${responses})
    when 'answerQuery' then ${recordId} in (${responses})
    when 'comment' then ${recordId} in (select id from response_comments where response_id in (${responses}))
    else true end`
}

/**
 * Matches the entries of authors whose address contains a text. Reads each address once from the index: an index of
 * the parts of addresses would cost more at every change than all other indexes of the log.
 */
const isByAuthor = async (db: Db, text: string | undefined): Promise<RawBuilder<boolean> | undefined> => {
  if (!text) return undefined
  const { rows } = await sql<{ email: string }>`
    with recursive authors (email) as (
      (select created_by_email from audit_log order by created_by_email limit 1)
      union all
      select (select created_by_email from audit_log where created_by_email > email
        order by created_by_email limit 1)
      from authors where email is not null)
    select email from authors where email like search_pattern(${text})`.execute(db)
  return sql<boolean>`created_by_email = any(${rows.map(({ email }) => email)}::text[])`
}

/** Returns one page, newest first by default; without a limit, streams the whole log. spec §4 */
export const list = async (
  { db, scope }: { db: Db; scope: Scope },
  { filter = {}, orderBy = 'timestamp_DESC', ...page }: Query,
) => {
  const { column, direction } = orderOf(columns, orderBy)
  const conditions = all(
    within('timestamp', filter.timestampRange),
    await isByAuthor(db, filter.createdByEmail),
    oneOf('entity_name', filter.entityNames),
    oneOf('action', filter.action),
    equals('entity_id', filter.entityId),
    isInScope(scope),
  )
  const search = filter.search ? await resolveSearch(db, filter.search) : undefined
  const selectInOrder = (rows: SelectQueryBuilder<Schema, 'audit_log', object>) =>
    rows
      .selectAll()
      .select([label.as('label'), survey.as('survey'), createdByName.as('createdByName')])
      .orderBy(column, direction)
      .orderBy('id', direction)
  if (search && isWalkable(search) && column === 'timestamp' && page.limit !== undefined) {
    const ids = await findPage(db, { search, conditions, direction, offset: page.offset, limit: page.limit })
    const rows = await selectInOrder(
      db.selectFrom('audit_log').where('id', '=', sql<string>`any(${ids})`),
    ).execute()
    return { rows: rows.map(present), ...(await countMatches(db, { search, conditions })) }
  }
  return answerList(db, page, {
    matching: (from) =>
      from.selectFrom('audit_log').where(search ? all(conditions, matches(search)) : conditions),
    ordered: selectInOrder,
    present,
  })
}
