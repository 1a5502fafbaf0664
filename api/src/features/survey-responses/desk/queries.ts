import type { Input } from '@baseline/contract/http.ts'
import type {
  listQueue,
  QueueRow,
  ReviewState,
  SelectionReason,
} from '@baseline/contract/survey-responses/desk.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { waitingStatuses } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'

import { prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { selectResponses } from '#platform/database/scoped-tables.ts'

import { openMarks } from '../checks/queries.ts'
import type { Reader } from '../scope.ts'
import { countQueue, findPage, resolveQueue } from './find-queue.ts'

interface People {
  reviewer_id: string | null
  reviewer: string | null
  claimed_by: string | null
  holder: string | null
  claimed_at: Date | null
  claimed_until: Date | null
}

const nameOf = (column: string) => sql<string | null>`(
  select coalesce(nullif(full_name, ''), email) from users where users.id = ${sql.ref(column)})`

const selectedPeople = [
  'q.reviewer_id',
  nameOf('q.reviewer_id').as('reviewer'),
  sql<string | null>`case when q.claimed_until > now() then q.claimed_by end`.as('claimed_by'),
  nameOf('q.claimed_by').as('holder'),
  'q.claimed_at',
  'q.claimed_until',
] as const

const presentPeople = (row: People, userId: string): Pick<ReviewState, 'assignee' | 'holder'> => ({
  assignee: row.reviewer_id && row.reviewer ? { id: row.reviewer_id, name: row.reviewer } : null,
  holder:
    row.claimed_by && row.holder && row.claimed_at && row.claimed_until
      ? {
          name: row.holder,
          isMe: row.claimed_by === userId,
          since: row.claimed_at.toISOString(),
          until: row.claimed_until.toISOString(),
        }
      : null,
})

/** Returns the points of the flags by severity, as the score has them; flags of some rules have none. */
const findFlagPoints = async (db: Db, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string } & QueueRow['flagPoints'][number]>`
    select ${prepared} response_id as id, severity, count(*)::int as count, sum(flag_points(rule, severity))::int as points
    from response_flags
    where response_id = any(${ids}::uuid[]) and state in ('open', 'confirmed') and flag_points(rule, severity) > 0
    group by response_id, severity
    order by array_position(array['error', 'warn', 'info'], severity)`.execute(db)
  return Map.groupBy(rows, ({ id }) => id)
}

const readQueue = async (db: Db, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('review_queue as q')
    .modifyFront(prepared)
    .select([
      'q.response_id',
      'q.received_at',
      'q.due_at',
      sql<boolean>`q.due_at < now()`.as('isOverdue'),
      'q.score',
      'q.investigator_points',
      ...selectedPeople,
    ])
    .where(sql<boolean>`q.response_id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.response_id, row]))
}

/** Reads the responses of a page, in its order. Leaves out responses that have been decided since. */
const readRows = async ({ db, scope, actor }: Reader, ids: readonly string[]): Promise<QueueRow[]> => {
  if (ids.length === 0) return []
  const findResponses = selectResponses(db, scope)
    .modifyFront(prepared)
    .select([
      'id',
      'display_id as displayId',
      'survey_id as surveyId',
      'survey_label as surveyLabel',
      'status',
      'investigator_name as investigatorName',
      'supervisor_name as supervisorName',
      'district_name as districtName',
      'village',
    ])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('status', 'in', waitingStatuses)
  const [responses, queued, marks, points] = await Promise.all([
    findResponses.execute(),
    readQueue(db, ids),
    openMarks(db, ids),
    findFlagPoints(db, ids),
  ])
  const presented = new Map(
    responses.flatMap((response): [string, QueueRow][] => {
      const entry = queued.get(response.id)
      if (!entry) return []
      const row: QueueRow = {
        ...response,
        receivedAt: entry.received_at.toISOString(),
        dueAt: entry.due_at.toISOString(),
        isOverdue: entry.isOverdue,
        score: entry.score,
        flagPoints: (points.get(response.id) ?? []).map(({ id: _id, ...one }) => one),
        investigatorPoints: entry.investigator_points,
        flags: marks.get(response.id) ?? [],
        ...presentPeople(entry, actor.userId),
      }
      return [[response.id, row]]
    }),
  )
  return ids.flatMap((id) => presented.get(id) ?? [])
}

/** Returns a page of the queue. */
export const list = async (
  reader: Reader,
  { filter, limit, offset }: Input<typeof listQueue>['query'],
): Promise<{ rows: QueueRow[]; count: number; countIsEstimate?: true }> => {
  const queue = await resolveQueue(reader, filter)
  const [rows, count] = await Promise.all([
    findPage(reader.db, queue, { limit, offset }).then((ids) => readRows(reader, ids)),
    countQueue(reader.db, queue),
  ])
  return { rows, ...count }
}

const findSelection = async (db: Db, id: string): Promise<SelectionReason | null> => {
  const draw = await db
    .selectFrom('review_draws')
    .select('reason')
    .where('response_id', '=', id)
    .executeTakeFirst()
  return draw?.reason ?? null
}

/** Returns the state of a response that the caller may read. */
export const stateOf = async (
  { db, actor }: Pick<Reader, 'db' | 'actor'>,
  { id, status }: Pick<SurveyResponse, 'id' | 'status'>,
): Promise<ReviewState> => {
  const row = await db
    .selectFrom('review_queue as q')
    .select(['q.due_at', 'q.is_selected', ...selectedPeople])
    .where('q.response_id', '=', id)
    .executeTakeFirst()
  if (row)
    return {
      isWaiting: true,
      isSelected: row.is_selected,
      selection: null,
      dueAt: row.due_at.toISOString(),
      ...presentPeople(row, actor.userId),
    }
  // The reviewer decides without knowing why the response was selected.
  const isHidden = waitingStatuses.some((waiting) => waiting === status)
  const selection = isHidden ? null : await findSelection(db, id)
  return { isWaiting: false, isSelected: true, selection, dueAt: null, assignee: null, holder: null }
}
