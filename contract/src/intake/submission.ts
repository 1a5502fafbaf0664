import { z } from 'zod'

import { instant } from '../fields.ts'
import type { PersonalData } from '../personal-data.ts'
import { submissionStates } from './states.ts'

/** Problems of an interview from a phone. They are no reason to refuse it. */
export const SubmissionProblem = z
  .strictObject({
    /** Problems of the answers, as a form would show them. */
    issues: z
      .array(
        z.strictObject({
          path: z.string(),
          key: z.string(),
          params: z.record(z.string(), z.union([z.string(), z.number()])),
        }),
      )
      .readonly()
      .optional(),
    /** Elements that are no answers of the questionnaire, with their text. */
    unmapped: z
      .array(z.strictObject({ path: z.string(), text: z.string() }))
      .readonly()
      .optional(),
    /** The survey was closed when the interview arrived. */
    isLate: z.literal(true).optional(),
    /** Why the answers could not be stored. */
    error: z.string().optional(),
  })
  .meta({ id: 'SubmissionProblem' })
export type SubmissionProblem = z.infer<typeof SubmissionProblem>

/** An interview as a phone sent it, on the screen of its response. */
export const Submission = z
  .strictObject({
    id: z.uuid(),
    state: z.enum(submissionStates),
    deviceLabel: z.string(),
    receivedAt: instant,
    /** Whether it is an edit of an interview that was sent before. */
    isEdit: z.boolean(),
    problem: SubmissionProblem.nullable(),
  })
  .meta({ id: 'Submission' })
export type Submission = z.infer<typeof Submission>

/** Which fields identify a household or a staff member. */
export const submissionPersonalData = {
  id: 'no',
  state: 'no',
  deviceLabel: 'staff',
  receivedAt: 'indirect',
  isEdit: 'no',
  problem: 'household',
} as const satisfies Record<keyof Submission, PersonalData>
