import { z } from 'zod'

import { date, id, optional } from '../fields.ts'
import { route } from '../http.ts'
import type { MessageKey } from '../messages/translate.ts'
import { isTimeZone } from '../wall-clock.ts'
import { Key, maxSearchable } from './master.ts'

/** A field that a form can leave blank. */
const orNull = <T extends z.ZodType>(schema: T) => optional(schema).transform((value) => value ?? null)

/** Settings of a survey that a manager changes without a workbook. */
export const Settings = z
  .strictObject({
    openFrom: orNull(date),
    closeOn: orNull(date),
    /** An IANA time zone; null if that of the installation applies. */
    timeZone: orNull(z.string().max(64).refine(isTimeZone)),
    /** Explicit marks of personal data, by question, as in the column `baseline::personal`. */
    personal: z.array(z.strictObject({ key: Key, personal: z.boolean() })).max(5_000),
    /** Questions by whose answers responses are found; without it, they stay as they are. */
    searchable: z.array(Key).max(maxSearchable).optional(),
  })
  .refine(({ openFrom, closeOn }) => openFrom === null || closeOn === null || openFrom <= closeOn, {
    path: ['closeOn'],
    params: { key: 'entities.surveys.errors.dates' satisfies MessageKey },
  })
export type Settings = z.infer<typeof Settings>

/** `version` counts the changes of the settings and of the status, for If-Match. */
export const SurveySettings = z
  .strictObject({
    openFrom: date.nullable(),
    closeOn: date.nullable(),
    timeZone: z.string().nullable(),
    personal: Settings.shape.personal,
    searchable: z.array(Key),
    version: z.int(),
  })
  .meta({ id: 'SurveySettings' })
export type SurveySettings = z.infer<typeof SurveySettings>

export const getSurveySettings = route({
  method: 'GET',
  path: '/surveys/:id/settings',
  access: 'surveyListRead',
  summary: 'Return the settings of a survey',
  params: z.strictObject({ id }),
  response: SurveySettings,
})

export const updateSurveySettings = route({
  method: 'PUT',
  path: '/surveys/:id/settings',
  access: 'surveysEdit',
  summary: 'Replace the settings of a survey; accepts If-Match',
  params: z.strictObject({ id }),
  body: z.strictObject({ data: Settings }),
  response: SurveySettings,
})
