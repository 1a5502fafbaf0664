import { z } from 'zod'

import { pick, pluck } from '../facts.ts'
import { id, optional } from '../fields.ts'
import { imageTypes } from '../storage/folders.ts'
import { importedColumns, responseColumns } from './columns.ts'
import { FlagMark } from './flags.ts'
import { responseStatuses } from './status.ts'

/** Place of the interview as measured by the phone; accuracy in metres. spec §3 */
const Location = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(10_000_000).optional(),
})

/** A stored picture. `GET /survey-responses/images/{id}` returns its signed URL. */
export const StoredPhoto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  contentType: z.enum(imageTypes),
  size: z.int(),
  privateUrl: z.string(),
})

/** A picture on another server, from an import: shown as a link, never fetched by the server. spec §5 */
const photoLink = z.url({ protocol: /^https?$/ }).max(2048)
const LinkedPhoto = z.strictObject({ url: z.url() })
const Photo = z.union([StoredPhoto, LinkedPhoto])
export type Photo = z.infer<typeof Photo>

/** Answers by question key, validated against the survey master. spec §3 */
const Values = z.record(z.string(), z.unknown())

/** Columns of a list; answers, place and pictures come with the record. */
const row = pluck(responseColumns, 'row')

export const SurveyResponseRow = z
  .strictObject({
    ...row,
    /** Time zone of the survey, if it has its own; the times of the row are shown in it. */
    timeZone: z.string().nullable(),
    /** Answers to the searchable questions, if the list has one survey. */
    answers: z.record(z.string(), z.unknown()).optional(),
    /** Open flags, the most severe first; on pages with a limit, for users who may see them. */
    flags: z.array(FlagMark).optional(),
  })
  .meta({ id: 'SurveyResponseRow' })
export type SurveyResponseRow = z.infer<typeof SurveyResponseRow>

/** One interview. `investigatorId` and `supervisorId` are the user details that match the names. spec §3 */
export const SurveyResponse = z
  .strictObject({
    ...row,
    /** UTC offset of the clock in the field, if the sender reported it. */
    startOffsetMinutes: z.int().nullable(),
    investigatorId: z.uuid().nullable(),
    supervisorId: z.uuid().nullable(),
    location: Location.nullable(),
    photos: z.array(Photo),
    values: Values,
  })
  .meta({ id: 'SurveyResponse' })
export type SurveyResponse = z.infer<typeof SurveyResponse>

/**
 * Fields that a user fills in. Missing place and household fields are derived from the answers that the
 * survey master marks for them; a missing Survey Id is generated. spec §3, §5
 */
const editableFields = {
  ...pluck(responseColumns, 'data'),
  location: Location.nullish(),
  /** Ids of uploaded pictures, or links. */
  photos: z
    .array(z.union([z.strictObject({ id }), z.strictObject({ url: photoLink })]))
    .max(50)
    .default([]),
  values: Values.default({}),
}

export const SurveyResponseData = z.strictObject(editableFields)
export type SurveyResponseData = z.infer<typeof SurveyResponseData>

/** Uses the latest version of the questionnaire by default. */
export const NewSurveyResponse = z.strictObject({
  ...editableFields,
  surveyId: id,
  surveyVersion: z.int().min(1).optional(),
})
export type NewSurveyResponse = z.infer<typeof NewSurveyResponse>

const parseJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return {}
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** A row of an imported file, with the survey and the supervisor chosen on the screen. spec §5 */
export const ImportedSurveyResponse = z.strictObject({
  surveyId: id,
  supervisorName: editableFields.supervisorName,
  ...pick(editableFields, importedColumns),
  status: optional(z.enum(responseStatuses)),
  /** The text of the cell, with addresses separated by spaces, or a list of addresses. */
  photos: z.preprocess(
    (value) => (typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : value),
    z.array(photoLink).max(50).nullish(),
  ),
  /** The text of the cell, which is JSON, or the parsed value. */
  values: z.preprocess(parseJson, Values.nullish()),
})
export type ImportedSurveyResponse = z.infer<typeof ImportedSurveyResponse>
