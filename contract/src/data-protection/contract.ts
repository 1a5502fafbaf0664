import { z } from 'zod'

import { id, instant, oneOrMany, text } from '../fields.ts'
import { route } from '../http.ts'
import { listQuery, pageOf } from '../list.ts'
import { surveyStatuses } from '../surveys/master.ts'

/** The data of one household (its responses), or of one user or member of the staff. */
export const Subject = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('household'), responseIds: z.array(id).min(1).max(100) }),
    z
      .strictObject({ kind: z.literal('person'), userId: id.nullable(), userDetailsId: id.nullable() })
      .refine(({ userId, userDetailsId }) => userId !== null || userDetailsId !== null),
  ])
  .meta({ id: 'DataSubject' })
export type Subject = z.infer<typeof Subject>

/** A response that matches a search for a household. */
export const FoundResponse = z
  .strictObject({
    id: z.uuid(),
    displayId: z.string(),
    surveyLabel: z.string(),
    householdName: z.string().nullable(),
    districtName: z.string().nullable(),
    village: z.string().nullable(),
    surveyDate: z.string().nullable(),
    /** Whether the response was deleted: the audit log and the storage still have its content. */
    deleted: z.boolean(),
  })
  .meta({ id: 'FoundResponse' })
export type FoundResponse = z.infer<typeof FoundResponse>

/** A user, a member of the staff, or both if the user is linked to user details. */
export const FoundPerson = z
  .strictObject({
    userId: z.uuid().nullable(),
    userDetailsId: z.uuid().nullable(),
    name: z.string(),
    email: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    /** Whether the person can sign in. Such a person cannot be erased. */
    enabled: z.boolean(),
  })
  .meta({ id: 'FoundPerson' })
export type FoundPerson = z.infer<typeof FoundPerson>

/** Numbers of records with data of the subject. */
export const DataReport = z
  .strictObject({
    responses: z.int(),
    files: z.int(),
    comments: z.int(),
    auditEntries: z.int(),
    exports: z.int(),
  })
  .meta({ id: 'DataReport' })
export type DataReport = z.infer<typeof DataReport>

export const erasureKinds = ['household', 'person', 'survey'] as const
export const erasureStatuses = ['START', 'SUCCESS', 'FAILED'] as const

/** An erasure and its result. It has no content of what was erased. */
export const Erasure = z
  .strictObject({
    id: z.uuid(),
    /** `survey`: the end of the retention period of a survey. */
    kind: z.enum(erasureKinds),
    status: z.enum(erasureStatuses),
    /** Title of the survey; null for a household and a person. */
    surveyLabel: z.string().nullable(),
    reason: z.string(),
    report: DataReport,
    createdByEmail: z.string(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'Erasure' })
export type Erasure = z.infer<typeof Erasure>

/** When the personal data of a survey are removed. */
export const SurveyRetention = z
  .strictObject({
    surveyId: z.uuid(),
    label: z.string(),
    status: z.enum(surveyStatuses),
    closedAt: instant.nullable(),
    /** Months from closing to the removal; null keeps the data. */
    months: z.int().nullable(),
    /** Null while the survey is not closed or has no period. */
    dueAt: instant.nullable(),
    /** When the personal data were removed. */
    anonymisedAt: instant.nullable(),
  })
  .meta({ id: 'SurveyRetention' })
export type SurveyRetention = z.infer<typeof SurveyRetention>

const access = 'dataProtection'
const reason = text({ min: 3, max: 500 })
const subjectBody = z.strictObject({ subject: Subject })
const surveyParams = z.strictObject({ surveyId: id })

export const findPersonalData = route({
  method: 'GET',
  path: '/data-protection/subjects',
  access,
  summary: 'Find households and people by a name, a Survey Id, a phone number or an address',
  reads: {
    entity: 'surveyResponse',
    kind: 'list',
    count: ({ responses, people }: { responses: readonly unknown[]; people: readonly unknown[] }) =>
      responses.length + people.length,
  },
  query: z.strictObject({ search: text({ min: 3 }) }),
  response: z.strictObject({
    responses: z.array(FoundResponse),
    people: z.array(FoundPerson),
    /** Whether there are more matches than were returned. */
    more: z.boolean(),
  }),
})

export const reportPersonalData = route({
  method: 'POST',
  path: '/data-protection/reports',
  access,
  summary: 'Count the records with data of a household or a person',
  body: subjectBody,
  response: DataReport,
})

export const createPersonalDataFile = route({
  method: 'POST',
  path: '/data-protection/files',
  access,
  summary: 'Create a file with all data of a household or a person, to hand over to them',
  body: subjectBody,
  response: z.strictObject({ name: z.string(), publicUrl: z.string() }),
})

export const createErasure = route({
  method: 'POST',
  path: '/data-protection/erasures',
  access,
  summary: 'Erase all data of a household or a person',
  body: z.strictObject({ subject: Subject, reason }),
  response: Erasure,
})

export const listErasures = route({
  method: 'GET',
  path: '/data-protection/erasures',
  access,
  summary: 'List erasures, newest first',
  query: listQuery(
    {
      kind: oneOrMany(z.enum(erasureKinds)).optional(),
      status: oneOrMany(z.enum(erasureStatuses)).optional(),
    },
    ['createdAt'],
  ),
  response: pageOf(Erasure),
})

export const listRetention = route({
  method: 'GET',
  path: '/data-protection/retention',
  access,
  summary: 'List the retention period of each survey',
  response: z.strictObject({ rows: z.array(SurveyRetention) }),
})

export const updateRetention = route({
  method: 'PUT',
  path: '/data-protection/retention/:surveyId',
  access,
  summary: 'Change the months after which the personal data of a closed survey are removed',
  params: surveyParams,
  body: z.strictObject({ data: z.strictObject({ months: z.int().min(1).max(600).nullable() }) }),
  response: SurveyRetention,
})

export const reportRetention = route({
  method: 'GET',
  path: '/data-protection/retention/:surveyId/report',
  access,
  summary: 'Count what the end of the retention period of a survey would remove (dry run)',
  params: surveyParams,
  response: DataReport,
})
