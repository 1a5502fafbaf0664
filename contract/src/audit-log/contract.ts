import { z } from 'zod'

import { instant, oneOrMany, range, text } from '../fields.ts'
import { route } from '../http.ts'
import { listQuery, pageOf } from '../list.ts'

/** What the audit log tells apart. */
export const entityNames = [
  'user',
  'userDetails',
  'survey',
  'surveyResponse',
  'surveyExport',
  'comment',
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
] as const
export type AuditAction = (typeof auditActions)[number]

/** Who changed what, when; on an update `values` holds only the fields that changed. spec §3 */
export const AuditLogEntry = z
  .strictObject({
    id: z.uuid(),
    timestamp: instant,
    createdByEmail: z.string(),
    /** The name that the person has now; null for operators' commands and people without a name. */
    createdByName: z.string().nullable(),
    entityName: z.enum(entityNames),
    entityId: z.string(),
    /** What the record is called now, or was called in this entry; null where nobody knows any more. */
    entityLabel: z.string().nullable(),
    /** Of a response: the version of the questionnaire that names its answers. */
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
  summary: 'Every change, newest first',
  query: listQuery(
    {
      /** A part of the name or address of the person who made the change, or a whole Survey Id. */
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
