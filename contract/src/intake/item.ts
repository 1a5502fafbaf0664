import { z } from 'zod'

import { id, optional, text } from '../fields.ts'
import { route } from '../http.ts'
import { IntakeItem } from './contract.ts'
import { submissionStates } from './states.ts'
import { SubmissionProblem } from './submission.ts'

const params = z.strictObject({ id })

const fileStates = ['expected', 'received', 'converted', 'rejected'] as const

export const IntakeDetails = IntakeItem.extend({
  instanceId: z.string(),
  /** The instance that an edit on the phone replaces. */
  deprecatedId: z.string().nullable(),
  odkDeviceId: z.string(),
  userAgent: z.string(),
  files: z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(fileStates),
      /** Null until the file arrives. */
      size: z.int().nullable(),
    }),
  ),
  /**
   * Values that differ from the response; without a response, all values. Each answer is a separate field,
   * `values.<key>`. Null if the answers cannot be read.
   */
  changes: z.array(z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() })).nullable(),
  problem: SubmissionProblem.nullable(),
}).meta({ id: 'IntakeDetails' })
export type IntakeDetails = z.infer<typeof IntakeDetails>

export const getIntakeItem = route({
  method: 'GET',
  path: '/intake/:id',
  access: 'intakeEdit',
  summary: 'Return an interview of the inbox, with its differences from the stored response',
  reads: { entity: 'submission', kind: 'record' },
  params,
  response: IntakeDetails,
})

export const getIntakeXml = route({
  method: 'GET',
  path: '/intake/:id/xml',
  access: 'intakeEdit',
  summary: 'Return the XML of an interview of the inbox, as the phone sent it',
  reads: { entity: 'submission', kind: 'download', count: () => 1 },
  params,
  mediaType: 'application/xml',
  response: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
})

export const decideIntakeItem = route({
  method: 'POST',
  path: '/intake/:id',
  access: 'intakeEdit',
  summary: 'Review an interview of the inbox; accepts If-Match with the version of the response',
  params,
  body: z
    .strictObject({
      action: z.enum(['accept', 'discard', 'reprocess']),
      /** How to accept it: `edit` replaces the answers of the response, `new` creates another response. */
      storeAs: z.enum(['edit', 'new']).optional(),
      comment: optional(text({ max: 2000 })),
    })
    .refine(({ action, storeAs }) => (action === 'accept') === (storeAs !== undefined), {
      path: ['storeAs'],
    }),
  response: z.strictObject({
    id: z.uuid(),
    state: z.enum(submissionStates),
    responseId: z.uuid().nullable(),
  }),
})
