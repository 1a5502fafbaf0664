import { Flag } from '@baseline/contract/survey-responses/flags.ts'
import type { FlagMark } from '@baseline/contract/survey-responses/flags.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import { prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'

const isDecided = sql<boolean>`f.state in ('confirmed', 'waived')`

/** Returns the flags of a response: open ones first, the most severe first. */
export const flagsOf = async (db: Db, responseId: string): Promise<Flag[]> => {
  const rows = await db
    .selectFrom('response_flags as f')
    .modifyFront(prepared)
    .leftJoin('users', 'users.id', 'f.decided_by')
    .select([
      'f.rule',
      'f.question',
      'f.condition',
      'f.severity',
      'f.state',
      'f.evidence',
      'f.evidence_hash as evidenceHash',
      'f.detected_at as detectedAt',
      sql<
        string | null
      >`case when ${isDecided} then coalesce(nullif(users.full_name, ''), users.email) end`.as('decidedBy'),
      sql<Date | null>`case when ${isDecided} then f.decided_at end`.as('decidedAt'),
      sql<string | null>`case when ${isDecided} then f.reason end`.as('reason'),
      sql<string | null>`case when ${isDecided} then f.comment end`.as('comment'),
    ])
    .where('f.response_id', '=', responseId)
    .orderBy(sql`f.state <> 'open'`)
    .orderBy(sql`array_position(array['error', 'warn', 'info'], f.severity)`)
    .orderBy('f.rule')
    .orderBy('f.question')
    .execute()
  return z.array(Flag).parse(
    rows.map(({ detectedAt, decidedAt, ...row }) => ({
      ...row,
      detectedAt: detectedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
  )
}

/** Returns the open flags of responses, the most severe first. */
export const openMarks = async (
  db: Db,
  responseIds: readonly string[],
): Promise<ReadonlyMap<string, FlagMark[]>> => {
  if (responseIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; marks: FlagMark[] }>`
    select ${prepared} response_id as id, json_agg(json_build_object('rule', rule, 'severity', severity)
      order by array_position(array['error', 'warn', 'info'], severity), rule) as marks
    from (
      select distinct response_id, rule, severity from response_flags
      where response_id = any(${responseIds}::uuid[]) and state = 'open') flags
    group by response_id`.execute(db)
  return new Map(rows.map(({ id, marks }) => [id, marks]))
}

export const lockFlag = (
  tx: Db,
  { responseId, rule, question }: { responseId: string; rule: string; question: string },
) =>
  tx
    .selectFrom('response_flags')
    .select(['state', 'evidence_hash', 'reason', 'comment', 'condition', 'evidence'])
    .where('response_id', '=', responseId)
    .where('rule', '=', rule)
    .where('question', '=', question)
    .forUpdate()
    .executeTakeFirst()
