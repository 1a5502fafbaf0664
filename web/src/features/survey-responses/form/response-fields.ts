import { pick, recordOf } from '@baseline/contract/facts.ts'
import { SurveyResponseData } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { deriveColumns } from '@baseline/contract/surveys/derive-columns.ts'
import type { DerivableColumn, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { z } from 'zod'

import { formOf } from '#platform/form/form-shape.ts'
import { today } from '#platform/time.ts'

import { answerItems } from '../answers/outline.ts'

/** A photo in the form: a stored file with its id, or a link from an import. */
const FormPhoto = z.union([
  z.strictObject({ id: z.uuid(), name: z.string() }),
  z.strictObject({ url: z.string() }),
])
export type FormPhoto = z.infer<typeof FormPhoto>

export const maxPhotos = 50

const schema = SurveyResponseData.omit({ values: true, status: true }).extend({
  photos: z.array(FormPhoto).max(maxPhotos),
})
export const fieldNames = schema.keyof().options

/** Schema of the fields above the questionnaire. The questionnaire validates the answers. */
export const responseShape = formOf(
  schema,
  recordOf(fieldNames, (name) => `entities.surveyResponses.fields.${name}` as const),
  'data',
)
export type ResponseFields = z.output<(typeof responseShape)['schema']>
export type ResponseField = keyof ResponseFields

const photoOf = (photo: SurveyResponse['photos'][number]): FormPhoto =>
  'url' in photo ? { url: photo.url } : { id: photo.id, name: photo.name }

/** Returns the form fields of a record. */
export const fieldsOf = (record: SurveyResponse): ResponseFields => ({
  ...pick(record, fieldNames),
  photos: record.photos.map(photoOf),
})

const prefix = 'values.'

/** Merges fields and answers into one object, to compare two versions field by field. */
export const flatten = (
  fields: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> => ({
  ...fields,
  ...Object.fromEntries(Object.entries(values).map(([key, answer]) => [`${prefix}${key}`, answer])),
})

export const answersIn = (flatValues: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(flatValues).flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== undefined ? [[name.slice(prefix.length), value]] : [],
    ),
  )

/**
 * Returns the names that can conflict between two users. Leaves out columns that an answer fills, because the
 * answer itself is compared.
 */
export const comparedNames = (survey: SurveyDefinition, derived: ReadonlySet<string>): string[] => [
  ...fieldNames.filter((name) => !derived.has(name)),
  ...answerItems(survey.items).map(({ key }) => `${prefix}${key}`),
]

/** Always in the form, because the API requires them. */
const requiredNames = new Set<string>(['investigatorName', 'supervisorName'])

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * Returns the columns that answers fill. The form leaves them to the questionnaire, so that nothing is asked
 * twice. If the column of a record differs from its answers, which an import can cause, the column stays in
 * the form.
 */
export const derivedFields = (survey: SurveyDefinition, record: SurveyResponse | undefined): Set<string> => {
  const derivableColumns = answerItems(survey.items).flatMap((item): DerivableColumn[] =>
    item.kind === 'question' && item.feeds && !requiredNames.has(item.feeds) ? [item.feeds] : [],
  )
  const options = { language: survey.defaultLanguage, today: today(0, survey.timeZone), partial: true }
  const derivedValues = record
    ? deriveColumns(survey, validateAnswers(survey, record.values, options).values)
    : {}
  return new Set(
    derivableColumns.filter(
      (name) => !record || record[name] === null || isSame(record[name], derivedValues[name]),
    ),
  )
}

/** Sets the derived columns to null: the server then fills them from the answers. */
export const clearDerivedFields = (data: ResponseFields, derived: ReadonlySet<string>): ResponseFields => ({
  ...data,
  ...Object.fromEntries([...derived].map((name) => [name, null])),
})
