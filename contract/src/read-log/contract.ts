import { z } from 'zod'

import { date, instant, oneOrMany, range, text } from '../fields.ts'
import { route } from '../http.ts'
import { listQuery, pageOf } from '../list.ts'
import { readEntities, readKinds } from '../reads.ts'

/** A read of personal data. Reads of the same user within a minute are summed. */
export const ReadLogEntry = z
  .strictObject({
    id: z.uuid(),
    timestamp: instant,
    userId: z.uuid(),
    /** Null if the user no longer exists. */
    userEmail: z.string().nullable(),
    userName: z.string().nullable(),
    entity: z.enum(readEntities),
    kind: z.enum(readKinds),
    /** The record, or the export; null for lists. */
    recordId: z.uuid().nullable(),
    /** Current name of the record; null if it is not known. */
    recordLabel: z.string().nullable(),
    /** Filter of a list or an export, with at most 20 values per field; null without a filter. */
    filter: z.record(z.string(), z.unknown()).nullable(),
    /** Number of records that were sent. */
    recordCount: z.int(),
  })
  .meta({ id: 'ReadLogEntry' })
export type ReadLogEntry = z.infer<typeof ReadLogEntry>

export const listReadLog = route({
  method: 'GET',
  path: '/read-log',
  access: 'auditLogRead',
  summary: 'List who read which records, newest first',
  query: listQuery(
    {
      timestampRange: range(instant).optional(),
      /** Matches a part of the user's name or address. */
      user: text().optional(),
      kind: oneOrMany(z.enum(readKinds)).optional(),
      entity: oneOrMany(z.enum(readEntities)).optional(),
      recordId: text().optional(),
    },
    ['timestamp'],
  ),
  response: pageOf(ReadLogEntry),
})

/** A user who read more records on one day than the installation expects. */
export const ReadAlert = z
  .strictObject({
    userId: z.uuid(),
    userEmail: z.string().nullable(),
    userName: z.string().nullable(),
    /** Day in UTC. */
    day: date,
    /** Number of records when the alert was raised. */
    recordCount: z.int(),
  })
  .meta({ id: 'ReadAlert' })
export type ReadAlert = z.infer<typeof ReadAlert>

/** Days for which an alert is shown. */
export const alertDays = 7

export const listReadAlerts = route({
  method: 'GET',
  path: '/read-log/alerts',
  access: 'auditLogRead',
  summary: 'List the users who read unusually many records in the last 7 days',
  response: z.array(ReadAlert),
})
