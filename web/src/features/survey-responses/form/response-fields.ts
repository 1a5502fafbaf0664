import { SurveyResponseData } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { deriveColumns } from '@baseline/contract/surveys/derive-columns.ts'
import type { Feed, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { z } from 'zod'

import { formOf } from '#platform/form/form-shape.ts'
import { today } from '#platform/time.ts'

import { answerItems } from '../answers/outline.ts'

/** A photo in the form: a stored one by its id, or a link that an import has left. */
const FormPhoto = z.union([
  z.strictObject({ id: z.uuid(), name: z.string() }),
  z.strictObject({ url: z.string() }),
])
export type FormPhoto = z.infer<typeof FormPhoto>

export const mostPhotos = 50

/** What stands above the questionnaire; the answers are judged by that. */
export const responseShape = formOf(
  SurveyResponseData.omit({ values: true, status: true }).extend({
    photos: z.array(FormPhoto).max(mostPhotos),
  }),
  {
    displayId: 'entities.surveyResponses.fields.displayId',
    surveyDate: 'entities.surveyResponses.fields.surveyDate',
    startTime: 'entities.surveyResponses.fields.startTime',
    endTime: 'entities.surveyResponses.fields.endTime',
    investigatorName: 'entities.surveyResponses.fields.investigatorName',
    investigatorEmail: 'entities.surveyResponses.fields.investigatorEmail',
    investigatorMobileNumber: 'entities.surveyResponses.fields.investigatorMobileNumber',
    supervisorName: 'entities.surveyResponses.fields.supervisorName',
    districtName: 'entities.surveyResponses.fields.districtName',
    village: 'entities.surveyResponses.fields.village',
    villageType: 'entities.surveyResponses.fields.villageType',
    villageCategory: 'entities.surveyResponses.fields.villageCategory',
    householdName: 'entities.surveyResponses.fields.householdName',
    location: 'entities.surveyResponses.fields.location',
    photos: 'entities.surveyResponses.fields.photos',
  },
  'data',
)
export type ResponseFields = z.output<(typeof responseShape)['schema']>
export type ResponseField = keyof ResponseFields

export const fieldNames = responseShape.schema.keyof().options

const photoOf = (photo: SurveyResponse['photos'][number]): FormPhoto =>
  'url' in photo ? { url: photo.url } : { id: photo.id, name: photo.name }

/** What the form shows of a record. */
export const fieldsOf = (record: SurveyResponse): ResponseFields => ({
  displayId: record.displayId,
  surveyDate: record.surveyDate,
  startTime: record.startTime,
  endTime: record.endTime,
  investigatorName: record.investigatorName,
  investigatorEmail: record.investigatorEmail,
  investigatorMobileNumber: record.investigatorMobileNumber,
  supervisorName: record.supervisorName,
  districtName: record.districtName,
  village: record.village,
  villageType: record.villageType,
  villageCategory: record.villageCategory,
  householdName: record.householdName,
  location: record.location,
  photos: record.photos.map(photoOf),
})

const prefix = 'values.'

/** The record and its answers side by side, so that two versions can be compared field by field. */
export const flatten = (
  fields: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> => ({
  ...fields,
  ...Object.fromEntries(Object.entries(values).map(([key, answer]) => [`${prefix}${key}`, answer])),
})

export const answersIn = (flat: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(flat).flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== undefined ? [[name.slice(prefix.length), value]] : [],
    ),
  )

/** Everything that two people can differ about. A column that an answer fills in is the same fact as the answer. */
export const comparedNames = (survey: SurveyDefinition, derived: ReadonlySet<string>): string[] => [
  ...fieldNames.filter((name) => !derived.has(name)),
  ...answerItems(survey.items).map(({ key }) => `${prefix}${key}`),
]

/** Said by the person in any case: the call asks for them. */
const alwaysAsked = new Set<string>(['investigatorName', 'supervisorName'])

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * The columns that the answers fill in: the form leaves them to the questionnaire, or the same thing would be asked
 * twice. A record whose column says something else than its answers, as an import may, keeps the column in the form.
 */
export const derivedFields = (survey: SurveyDefinition, record: SurveyResponse | undefined): Set<string> => {
  const fed = answerItems(survey.items).flatMap((item): Feed[] =>
    item.kind === 'question' && item.feeds && !alwaysAsked.has(item.feeds) ? [item.feeds] : [],
  )
  const asked = { language: survey.defaultLanguage, today: today(0, survey.timeZone), partial: true }
  const derived = record ? deriveColumns(survey, validateAnswers(survey, record.values, asked).values) : {}
  return new Set(
    fed.filter((name) => !record || record[name] === null || isSame(record[name], derived[name])),
  )
}

/** Nothing said about a column means that the answers say it. */
export const leftToAnswers = (data: ResponseFields, derived: ReadonlySet<string>): ResponseFields => ({
  ...data,
  ...Object.fromEntries([...derived].map((name) => [name, null])),
})
