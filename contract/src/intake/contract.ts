import { z } from 'zod'

import { id, instant, oneOrMany, range, text } from '../fields.ts'
import { route } from '../http.ts'
import { listQuery, pageOf } from '../list.ts'
import type { PersonalData } from '../personal-data.ts'
import { responseStatuses } from '../survey-responses/status.ts'
import { intakeStates } from './states.ts'

/** An interview from a phone that waits for the decision of a manager. */
export const IntakeItem = z
  .strictObject({
    id: z.uuid(),
    state: z.enum(intakeStates),
    surveyId: z.uuid(),
    surveyLabel: z.string(),
    surveyVersion: z.int(),
    deviceLabel: z.string(),
    /** The enumerator who uses the device; null without a fixed person. */
    personName: z.string().nullable(),
    receivedAt: instant,
    /** The response that the interview would replace, if any. */
    response: z
      .strictObject({
        id: z.uuid(),
        displayId: z.string(),
        status: z.enum(responseStatuses),
        version: z.int(),
      })
      .nullable(),
    /** Number of files that have arrived, and of all files that are known. */
    receivedFileCount: z.int(),
    fileCount: z.int(),
  })
  .meta({ id: 'IntakeItem' })
export type IntakeItem = z.infer<typeof IntakeItem>

/** Which fields identify a household or a staff member. */
export const intakePersonalData = {
  id: 'no',
  state: 'no',
  surveyId: 'no',
  surveyLabel: 'no',
  surveyVersion: 'no',
  deviceLabel: 'staff',
  personName: 'staff',
  receivedAt: 'indirect',
  response: 'household',
  receivedFileCount: 'no',
  fileCount: 'no',
} as const satisfies Record<keyof IntakeItem, PersonalData>

export const listIntake = route({
  method: 'GET',
  path: '/intake',
  access: 'intakeEdit',
  summary: 'List interviews from phones that wait for a decision, newest first',
  reads: { entity: 'submission', kind: 'list' },
  query: listQuery(
    {
      /** Matches a part of the label of the device or of the name of the person. */
      search: text().optional(),
      state: oneOrMany(z.enum(intakeStates)).optional(),
      surveyId: oneOrMany(id).optional(),
      receivedAtRange: range(instant).optional(),
    },
    ['receivedAt'],
  ),
  response: pageOf(IntakeItem),
})
