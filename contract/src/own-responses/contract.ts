import { z } from 'zod'

import { pluck } from '../facts.ts'
import { date, id, instant, oneOrMany } from '../fields.ts'
import { route } from '../http.ts'
import { wholeNumber } from '../list.ts'
import { responseColumns } from '../survey-responses/columns.ts'
import { responseStatuses } from '../survey-responses/status.ts'

/** Number of days that the list and the figures cover, with today. */
export const ownResponseDays = 30

const { displayId, surveyLabel, village, surveyDate, status } = pluck(responseColumns, 'row')

/**
 * An interview of the caller. It has the village and no other data of the household. Decision 42 gives the
 * reasons for each field.
 */
export const OwnResponse = z
  .strictObject({
    displayId,
    surveyLabel,
    village,
    surveyDate,
    status,
    receivedAt: instant,
    /** The comment of the reviewer, while the interview is returned. */
    returnReason: z.string().nullable(),
    /** Whether the survey was closed when the phone sent the interview. */
    isLate: z.boolean(),
  })
  .meta({ id: 'OwnResponse' })
export type OwnResponse = z.infer<typeof OwnResponse>

export const OwnFigures = z
  .strictObject({
    /** Whether the user is linked to user details. Without the link, interviews from phones are not found. */
    isLinked: z.boolean(),
    timeZone: z.string(),
    today: date,
    /** All interviews of the list. */
    count: z.int(),
    statuses: z.record(z.enum(responseStatuses), z.int()),
    /** Interviews by survey date. */
    countToday: z.int(),
    countLast7Days: z.int(),
    /** The last 30 days, oldest first. Interviews with another survey date are only in `count`. */
    days: z.array(z.strictObject({ date, count: z.int() })),
  })
  .meta({ id: 'OwnFigures' })
export type OwnFigures = z.infer<typeof OwnFigures>

export const listOwnResponses = route({
  method: 'GET',
  path: '/own-responses',
  access: 'ownResponsesRead',
  summary: "List the caller's own interviews of the last 30 days, last received first",
  query: z.strictObject({
    filter: z.strictObject({ status: oneOrMany(z.enum(responseStatuses)).optional() }).optional(),
    limit: wholeNumber.pipe(z.int().min(1).max(100)).default(20),
    /** `next` of the previous page. */
    before: id.optional(),
  }),
  response: z.strictObject({ rows: z.array(OwnResponse), next: z.uuid().nullable() }),
})

export const getOwnFigures = route({
  method: 'GET',
  path: '/own-responses/figures',
  access: 'ownResponsesRead',
  summary: "Return the figures of the caller's own interviews of the last 30 days",
  response: OwnFigures,
})
