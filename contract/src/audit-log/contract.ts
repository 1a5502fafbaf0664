import { z } from 'zod'

import { instant, oneOrMany, range, text } from '../fields.ts'
import { route } from '../http.ts'
import { listQuery, pageOf } from '../list.ts'

/** Entities that the audit log records. */
export const entityNames = [
  'user',
  'userDetails',
  'device',
  'submission',
  'survey',
  'surveyResponse',
  'surveyExport',
  'bulkReview',
  'comment',
  'flag',
  'answerQuery',
  'checkRule',
  'settings',
] as const
export type EntityName = (typeof entityNames)[number]

export const auditActions = [
  'create',
  'update',
  'destroy',
  'import',
  'enable',
  'disable',
  'statusChange',
  'grantRoles',
  'revokeRoles',
  'settings',
  'invite',
  'handOver',
  'erase',
] as const
export type AuditAction = (typeof auditActions)[number]

/** A recorded change; on an update, `values` holds only the changed fields. spec §3 */
export const AuditLogEntry = z
  .strictObject({
    id: z.uuid(),
    timestamp: instant,
    createdByEmail: z.string(),
    /** Current name of the user; null for operator commands and for users without a name. */
    createdByName: z.string().nullable(),
    entityName: z.enum(entityNames),
    entityId: z.string(),
    /** Current name of the record, or its name in this entry; null if neither is known. */
    entityLabel: z.string().nullable(),
    /** For a response: the questionnaire version that defines its answers. */
    survey: z.strictObject({ id: z.uuid(), version: z.int() }).nullable(),
    action: z.enum(auditActions),
    values: z.strictObject({ before: z.unknown(), after: z.unknown() }),
  })
  .meta({ id: 'AuditLogEntry' })
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

export const listAuditLog = route({
  method: 'GET',
  path: '/auditLog',
  access: 'auditLogRead',
  summary: 'List all changes, newest first',
  reads: { entity: 'auditLog', kind: 'list' },
  query: listQuery(
    {
      /** Matches a part of the user's name or address, or a whole Survey Id. */
      search: text().optional(),
      timestampRange: range(instant).optional(),
      createdByEmail: text().optional(),
      entityNames: oneOrMany(z.enum(entityNames)).optional(),
      action: oneOrMany(z.enum(auditActions)).optional(),
      entityId: text().optional(),
    },
    ['timestamp', 'createdByEmail', 'entityName', 'action', 'entityId'],
  ),
  response: pageOf(AuditLogEntry),
})
