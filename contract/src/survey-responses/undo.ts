import { z } from 'zod'

import { id, instant } from '../fields.ts'
import { route } from '../http.ts'
import { SurveyResponse } from './response.ts'

/** Hours within which a decision can be undone. */
export const undoHours = 24

/** Why the undo of a bulk review skips a response. */
export const undoSkipReasons = ['changed', 'role', 'gone'] as const
export type UndoSkipReason = (typeof undoSkipReasons)[number]

export const undoResponseStatus = route({
  method: 'POST',
  path: '/survey-responses/:id/status/undo',
  access: 'surveyResponsesEdit',
  summary: `Undo the caller's own last decision within ${String(undoHours)} hours, unless the response changed; accepts If-Match`,
  params: z.strictObject({ id }),
  response: SurveyResponse,
})

/** The undo of a bulk review. `skippedResponses` lists at most the first 1,000 skipped responses. */
const UndoJob = z
  .strictObject({
    /** The id of the bulk review. */
    id: z.uuid(),
    status: z.enum(['START', 'SUCCESS', 'FAILED']),
    count: z.int(),
    done: z.int(),
    reverted: z.int(),
    skipped: z.array(z.strictObject({ reason: z.enum(undoSkipReasons), count: z.int() })),
    skippedResponses: z.array(
      z.strictObject({ id: z.uuid(), displayId: z.string(), reason: z.enum(undoSkipReasons) }),
    ),
    progress: z.int(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'UndoJob' })
export type UndoJob = z.infer<typeof UndoJob>

const params = z.strictObject({ jobId: id })

export const undoReview = route({
  method: 'POST',
  path: '/survey-responses/status/:jobId/undo',
  access: 'surveyResponsesEdit',
  summary: `Undo the caller's own bulk review within ${String(undoHours)} hours; responses that changed since keep their status`,
  params,
  response: UndoJob,
})

export const getUndoJob = route({
  method: 'GET',
  path: '/survey-responses/status/:jobId/undo',
  access: 'surveyResponsesEdit',
  summary: 'Return the progress of an undo, to its reviewer and to managers',
  params,
  response: UndoJob,
})
