import { AppError } from '@baseline/contract/errors.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { isAllowedTo, responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { undoHours } from '@baseline/contract/survey-responses/undo.ts'
import { sql } from 'kysely'

import { audit } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'

import * as responses from '../queries.ts'
import type { ResponseContext } from './change-status.ts'

/**
 * Returns the audit entry of an undo. The field `undo` prevents the undo of an undo, and marks the entry in
 * the history.
 */
export const undoEntry = (from: ResponseStatus, { id, to }: { id: string; to: ResponseStatus }) => ({
  entity: 'surveyResponse' as const,
  id,
  action: 'statusChange' as const,
  before: { status: from },
  after: { status: to, undo: true },
})

export const withinUndoHours = sql<boolean>`>= now() - make_interval(hours => ${undoHours})`

const readStatus = (fields: unknown): ResponseStatus | undefined =>
  typeof fields === 'object' && fields !== null && 'status' in fields
    ? responseStatuses.find((status) => status === fields.status)
    : undefined

const isUndo = (fields: unknown): boolean => typeof fields === 'object' && fields !== null && 'undo' in fields

const findLastChange = (db: Db, id: string) =>
  db
    .selectFrom('audit_log')
    .select(['created_by_id', 'action', 'values', sql<boolean>`timestamp ${withinUndoHours}`.as('isOpen')])
    .where('entity_name', '=', 'surveyResponse')
    .where('entity_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Reverts a locked response to its status before the caller's own last decision. Needs no reason. */
export const undoStatus = async (context: ResponseContext, current: SurveyResponse): Promise<void> => {
  const { db, actor } = context
  const last = await findLastChange(db, current.id)
  const [from, to] = [readStatus(last?.values.before), readStatus(last?.values.after)]
  if (last?.action !== 'statusChange' || !from || !to || isUndo(last.values.after))
    throw new AppError('entities.surveyResponses.errors.undoNothing')
  if (last.created_by_id !== actor.userId) throw new AppError('entities.surveyResponses.errors.undoOther')
  if (to !== current.status) throw new AppError('entities.surveyResponses.errors.undoChanged')
  if (!last.isOpen) throw new AppError('entities.surveyResponses.errors.undoTooLate', { hours: undoHours })
  if (!isAllowedTo(actor.roles, from, to)) throw new AppError('entities.surveyResponses.errors.role')
  await responses.setStatus(db, [current.id], from)
  await audit(context, undoEntry(to, { id: current.id, to: from }))
}
