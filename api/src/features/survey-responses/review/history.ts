import { isDeepStrictEqual } from 'node:util'

import { Recalculated } from '@baseline/contract/survey-responses/contract.ts'
import type { HistoryEntry } from '@baseline/contract/survey-responses/contract.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'

type Fields = Readonly<Record<string, unknown>>
type Change = HistoryEntry['changes'][number]

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const keysOf = (before: Fields, after: Fields): string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
]

/** Fields of an audit entry that an entry of the history has outside of its changes. */
const separateFields: ReadonlySet<string> = new Set(['comment', 'undo', 'recalculated', 'deviceId'])

/** Lists changed answers one by one, so that reviewers see which answers changed. */
export const changesOf = (before: Fields, after: Fields): Change[] =>
  keysOf(before, after).flatMap((field): Change[] => {
    const [previous, current] = [before[field], after[field]]
    if (separateFields.has(field)) return []
    if (field !== 'values' || !isObject(previous) || !isObject(current))
      return [{ field, before: previous ?? null, after: current ?? null }]
    return keysOf(previous, current)
      .filter((key) => !isDeepStrictEqual(previous[key], current[key]))
      .map((key) => ({ field: `values.${key}`, before: previous[key] ?? null, after: current[key] ?? null }))
  })

const maxEntries = 1000

/** Most entries have none. */
const Recalculations = z.array(Recalculated).default([])

/**
 * Returns the audit entries of one response, newest first. The entry of its creation lists no changes,
 * because they would repeat the record.
 */
export const historyOf = async (db: Db, id: string): Promise<HistoryEntry[]> => {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'timestamp', 'created_by_email', 'action', 'values'])
    .select(
      sql<string | null>`(
        select label from field_devices where id = ("values" -> 'after' ->> 'deviceId')::uuid)`.as('device'),
    )
    .where('entity_name', '=', 'surveyResponse')
    .where('entity_id', '=', id)
    .orderBy('id', 'desc')
    .limit(maxEntries)
    .execute()
  return rows.map(({ values: { before, after }, ...row }) => ({
    id: row.id,
    timestamp: row.timestamp.toISOString(),
    createdByEmail: row.created_by_email,
    device: row.device,
    action: row.action,
    isUndo: isObject(after) && after['undo'] === true,
    comment: isObject(after) && typeof after['comment'] === 'string' ? after['comment'] : null,
    changes: isObject(before) && isObject(after) ? changesOf(before, after) : [],
    recalculated: isObject(after) ? Recalculations.parse(after['recalculated']) : [],
  }))
}
