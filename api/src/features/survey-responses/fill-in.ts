import { AppError } from '@baseline/contract/errors.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import type { SurveyResponse, SurveyResponseData } from '@baseline/contract/survey-responses/response.ts'
import type { Answers } from '@baseline/contract/surveys/answers.ts'
import { deriveColumns } from '@baseline/contract/surveys/derive-columns.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import type { Asked } from '@baseline/contract/surveys/validate-answers.ts'
import type { FieldProblem } from '@baseline/contract/validation.ts'
import { dayIn, todayIn } from '@baseline/contract/wall-clock.ts'

import type { Db } from '#platform/database/database.ts'

import { findPeople } from './find-people.ts'
import type { PhotoUse } from './photos.ts'
import type * as responses from './queries.ts'
import type { Reader } from './scope.ts'
import { photosInAnswers } from './survey.ts'
import type { AskedSurvey } from './survey.ts'

/** Where and for whom something is written. */
export interface Writing extends Reader {
  language: Language
  /** Of the installation; a survey may have its own. */
  timeZone: string
}

/** What is wrong with answers, by their questionnaire. spec §5 */
export const judgeAnswers = (
  { language, timeZone }: Pick<Writing, 'language' | 'timeZone'>,
  { definition }: AskedSurvey,
  values: unknown,
  how: Pick<Asked, 'partial' | 'imported'> = {},
) => {
  const today = todayIn(definition.timeZone ?? timeZone)
  return validateAnswers(definition, values, { language, today, ...how })
}

/** How far from UTC the sender's clock was; nobody is there at `Z`, that is how browsers write any time. */
const offsetOf = (instant: string): number | null => {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(instant) ?? []
  if (sign === undefined) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const normal = (instant: string | null | undefined): string | null =>
  instant ? new Date(instant).toISOString() : null

const timesOf = (data: SurveyResponseData, before: SurveyResponse | undefined) => {
  const startTime = normal(data.startTime)
  return {
    startTime,
    // Saving the same moment again says nothing new about the clock in the field.
    startOffsetMinutes:
      before && before.startTime === startTime
        ? before.startOffsetMinutes
        : data.startTime
          ? offsetOf(data.startTime)
          : null,
    origTime: before?.origTime ?? startTime,
    endTime: normal(data.endTime),
  }
}

/** What a write decides but its id, its Survey Id, its status and who sent it. */
type FilledIn = Omit<responses.Written, 'id' | 'displayId' | 'status' | 'email' | 'userId'>

const either = <T>(said: T | null | undefined, answered: T | undefined): T | null => said ?? answered ?? null

/** Each as it was said, else as the answers say it. spec §3 */
const feed = (survey: AskedSurvey, data: SurveyResponseData, values: Answers) => {
  const derived = deriveColumns(survey.definition, values)
  return {
    surveyDate: either(data.surveyDate, derived.surveyDate),
    districtName: either(data.districtName, derived.districtName),
    village: either(data.village, derived.village),
    villageType: either(data.villageType, derived.villageType),
    villageCategory: either(data.villageCategory, derived.villageCategory),
    householdName: either(data.householdName, derived.householdName),
    location: either<NonNullable<SurveyResponse['location']>>(data.location, derived.location),
    investigatorMobileNumber: either(data.investigatorMobileNumber, derived.investigatorMobileNumber),
  }
}

const peopleOf = async (db: Db, data: SurveyResponseData, mobileNumber: string | null) => {
  const { investigatorName, investigatorEmail = null, supervisorName } = data
  const [investigatorId = null, supervisorId = null] = await findPeople(db, [
    { name: investigatorName, mobileNumber },
    { name: supervisorName, mobileNumber: null },
  ])
  return { investigatorName, investigatorEmail, investigatorId, supervisorName, supervisorId }
}

/**
 * What was sent as it is to be saved: answers judged and the hidden ones left out, columns taken from them where they
 * were omitted, people found. Tells which stored pictures belong to it. spec §3, §5
 */
export const fillIn = async (
  writing: Writing,
  survey: AskedSurvey,
  data: SurveyResponseData,
  { before, ...how }: Pick<Asked, 'partial' | 'imported'> & { before?: SurveyResponse },
): Promise<{ filledIn: FilledIn; photos: PhotoUse[] }> => {
  const { values, problems } = judgeAnswers(writing, survey, data.values, how)
  if (problems.length > 0) throw new AppError('errors.invalid', { problems: inValues(problems) })
  const times = timesOf(data, before)
  const columns = feed(survey, data, values)
  const zone = survey.definition.timeZone ?? writing.timeZone
  return {
    filledIn: {
      surveyId: survey.id,
      surveyVersion: survey.version,
      surveyLabel: before?.surveyLabel ?? survey.label,
      ...times,
      ...columns,
      surveyDate: columns.surveyDate ?? (times.startTime ? dayIn(zone, new Date(times.startTime)) : null),
      ...(await peopleOf(writing.db, data, columns.investigatorMobileNumber)),
      photos: data.photos.filter((photo) => 'url' in photo),
      values,
    },
    photos: [
      ...data.photos.flatMap((photo) => ('id' in photo ? [{ id: photo.id, question: null }] : [])),
      ...photosInAnswers(survey.definition, values),
    ],
  }
}

const inValues = (problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.map((one) => ({ ...one, path: ['data.values', one.path].filter(Boolean).join('.') }))
