import { z } from 'zod'

import { date, email, id, instant, oneOrMany, optional, range, text } from '../fields.ts'
import { imageTypes } from '../storage/folders.ts'
import { area } from './square.ts'
import { responseStatuses } from './status.ts'

/** Where the interview took place, as the phone measured it; accuracy in metres. spec §3 */
const Location = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(10_000_000).optional(),
})

/** A stored picture. It is opened with the signed address that `GET /survey-responses/images/{id}` answers. */
export const StoredPhoto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  contentType: z.enum(imageTypes),
  size: z.int(),
  privateUrl: z.string(),
})

/** A picture that lies elsewhere, from an import: a link for people, never fetched by the server. spec §5 */
const photoLink = z.url({ protocol: /^https?$/ }).max(2048)
const LinkedPhoto = z.strictObject({ url: z.url() })
const Photo = z.union([StoredPhoto, LinkedPhoto])
export type Photo = z.infer<typeof Photo>

/** Answers by the key of their question; what they may be is said by the survey master. spec §3 */
const Values = z.record(z.string(), z.unknown())

/** What a list shows of a response; answers, place and pictures come with the record. */
const row = {
  id: z.uuid(),
  displayId: z.string(),
  surveyId: z.uuid(),
  /** The survey's title as it was when the response was stored. */
  surveyLabel: z.string(),
  surveyVersion: z.int(),
  surveyDate: date.nullable(),
  startTime: instant.nullable(),
  /** The start as first received: set once, never changed. */
  origTime: instant.nullable(),
  endTime: instant.nullable(),
  status: z.enum(responseStatuses),
  /** The account that sent it; for imports somebody else than the enumerator. */
  email: z.string().nullable(),
  userId: z.uuid().nullable(),
  investigatorName: z.string(),
  investigatorEmail: z.string().nullable(),
  investigatorMobileNumber: z.string().nullable(),
  supervisorName: z.string(),
  districtName: z.string().nullable(),
  village: z.string().nullable(),
  villageType: z.string().nullable(),
  villageCategory: z.string().nullable(),
  householdName: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
}

export const SurveyResponseRow = z
  .strictObject({
    ...row,
    /** Of its survey, where that has its own: the clock that the times of the row are shown on. */
    timeZone: z.string().nullable(),
  })
  .meta({ id: 'SurveyResponseRow' })
export type SurveyResponseRow = z.infer<typeof SurveyResponseRow>

/** One interview. `investigatorId` and `supervisorId` are the user details that the names were found to mean. spec §3 */
export const SurveyResponse = z
  .strictObject({
    ...row,
    /** How far the clock in the field was from UTC, where the sender said so. */
    startOffsetMinutes: z.int().nullable(),
    investigatorId: z.uuid().nullable(),
    supervisorId: z.uuid().nullable(),
    location: Location.nullable(),
    photos: z.array(Photo),
    values: Values,
  })
  .meta({ id: 'SurveyResponse' })
export type SurveyResponse = z.infer<typeof SurveyResponse>

const displayId = optional(text({ max: 64 }))
const investigatorMobileNumber = optional(text({ max: 21_845 }))

/**
 * What people fill in. What is left out of the place and the household is taken from the answers that the survey
 * master marks for it; a Survey Id that is left out is made. spec §3, §5
 */
const filledIn = {
  displayId,
  surveyDate: optional(date),
  startTime: optional(instant),
  endTime: optional(instant),
  status: z.enum(responseStatuses).optional(),
  investigatorName: text({ min: 2 }),
  investigatorEmail: optional(email),
  investigatorMobileNumber,
  supervisorName: text({ min: 2 }),
  districtName: optional(text()),
  village: optional(text()),
  villageType: optional(text()),
  villageCategory: optional(text()),
  householdName: optional(text()),
  location: Location.nullish(),
  /** Uploaded before, by their id, or links. */
  photos: z
    .array(z.union([z.strictObject({ id }), z.strictObject({ url: photoLink })]))
    .max(50)
    .default([]),
  values: Values.default({}),
}

export const SurveyResponseData = z.strictObject(filledIn)
export type SurveyResponseData = z.infer<typeof SurveyResponseData>

/** Answered with the latest version of the questionnaire unless another is named. */
export const NewSurveyResponse = z.strictObject({
  ...filledIn,
  surveyId: id,
  surveyVersion: z.int().min(1).optional(),
})
export type NewSurveyResponse = z.infer<typeof NewSurveyResponse>

const parsedJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return {}
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** A row of a file: its cells, and the survey and the supervisor that the screen asked for first. spec §5 */
export const ImportedSurveyResponse = z.strictObject({
  surveyId: id,
  supervisorName: text({ min: 2 }),
  displayId,
  investigatorName: text({ min: 2 }),
  investigatorMobileNumber,
  surveyDate: optional(date),
  startTime: optional(instant),
  endTime: optional(instant),
  status: optional(z.enum(responseStatuses)),
  village: optional(text()),
  /** As the cell has it: addresses separated by spaces; or already a list of them. */
  photos: z.preprocess(
    (value) => (typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : value),
    z.array(photoLink).max(50).nullish(),
  ),
  /** As the cell has it: JSON text; or already what that means. */
  values: z.preprocess(parsedJson, Values.nullish()),
})
export type ImportedSurveyResponse = z.infer<typeof ImportedSurveyResponse>

export const Filter = z.strictObject({
  id: id.optional(),
  /** A part of the Survey Id, or of the name of the household, the village or the enumerator. */
  search: text().optional(),
  displayId: text().optional(),
  surveyId: oneOrMany(id).optional(),
  /** Each value is a part of a name; in double quotes it is the whole name. */
  investigatorName: oneOrMany(text()).optional(),
  investigatorMobileNumber: text().optional(),
  supervisorName: oneOrMany(text()).optional(),
  status: oneOrMany(z.enum(responseStatuses)).optional(),
  districtName: oneOrMany(text()).optional(),
  village: oneOrMany(text()).optional(),
  villageType: oneOrMany(text()).optional(),
  villageCategory: oneOrMany(text()).optional(),
  householdName: text().optional(),
  surveyDateRange: range(date).optional(),
  startTimeRange: range(instant).optional(),
  endTimeRange: range(instant).optional(),
  createdAtRange: range(instant).optional(),
  /** A square of the map, `z/x/y`; found are those that were taken there. */
  area: area.optional(),
})
export type SurveyResponseFilter = z.infer<typeof Filter>

export const sortable = [
  'displayId',
  'investigatorName',
  'supervisorName',
  'surveyDate',
  'startTime',
  'endTime',
  'status',
  'districtName',
  'village',
  'villageType',
  'villageCategory',
  'householdName',
  'createdAt',
] as const
export type SortableColumn = (typeof sortable)[number]
