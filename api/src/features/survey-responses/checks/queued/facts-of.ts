import { createHash } from 'node:crypto'

import { comparableAnswers } from '@baseline/contract/checks/comparable-answers.ts'
import { fingerprintOf } from '@baseline/contract/checks/fingerprint.ts'
import { isBlank } from '@baseline/contract/checks/marks.ts'
import type { CheckedFacts, PhotoFacts } from '@baseline/contract/checks/response-facts.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import { dayIn, instantIn } from '@baseline/contract/wall-clock.ts'

import type { CheckedRecord } from '../../queries.ts'
import type { SurveyToCheck } from '../read-rules.ts'
import type { StoredPhoto } from './photo-facts.ts'

/** Returns 64 bits of a hash: equal keys of one survey collide by chance less than once in a million surveys. */
const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 11)

const phoneQuestions = new WeakMap<SurveyDefinition, string[]>()

const phoneKeysOf = (survey: SurveyDefinition): readonly string[] => {
  const known = phoneQuestions.get(survey)
  if (known) return known
  const keys = [...itemsOf(survey).values()].flatMap(({ item, repeat }) =>
    item.kind === 'question' && item.isRespondentPhone && repeat === undefined ? [item.key] : [],
  )
  phoneQuestions.set(survey, keys)
  return keys
}

const digitsOfNumber = 9

/**
 * Returns the last digits of a phone number, which are the same with and without the prefix of the country.
 * Returns undefined if the answer cannot be a phone number, such as 000000000.
 */
const phoneOf = ({ definition }: { definition: SurveyDefinition }, values: CheckedRecord['values']) => {
  for (const key of phoneKeysOf(definition)) {
    const value = values[key]
    if (isBlank(value)) continue
    const digits = String(value).replaceAll(/\D/g, '').slice(-digitsOfNumber)
    if (digits.length >= 7 && new Set(digits).size > 2) return digits
  }
  return undefined
}

/** Answers in an order that does not depend on the version of the questionnaire or on the form. */
const answersOf = (survey: SurveyDefinition, values: CheckedRecord['values']) =>
  comparableAnswers(survey, values)
    .map(({ path, value }) => [path, Array.isArray(value) ? value.map(String).toSorted() : value] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

const timeOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))

/** Times of an interview, and its day and duration if it has both. */
const timesOf = ({ startTime, endTime }: CheckedRecord, timeZone: string) => {
  const startedAt = timeOf(startTime)
  const endedAt = timeOf(endTime)
  const isWhole = startedAt !== null && endedAt !== null && endedAt >= startedAt
  return {
    startedAt,
    endedAt,
    day: startTime === null ? null : dayIn(timeZone, new Date(startTime)),
    minutes: isWhole ? Math.floor((endedAt - startedAt) / 60_000) : null,
  }
}

const placeOf = ({ location, folded: { district, village } }: CheckedRecord) => ({
  latitude: location?.latitude ?? null,
  longitude: location?.longitude ?? null,
  accuracy: location?.accuracy ?? null,
  village: village ? `${district ?? ''} / ${village}` : null,
})

/** Returns when a photo was taken. A camera without a time zone has the clock of the phone. */
const takenAtOf = (
  { takenAt, takenLocal }: StoredPhoto,
  { startOffsetMinutes }: CheckedRecord,
  timeZone: string,
): number | null => {
  if (takenAt !== null) return takenAt.getTime()
  if (takenLocal === null) return null
  const clock = Date.parse(`${takenLocal.replace(' ', 'T')}Z`)
  return startOffsetMinutes === null ? instantIn(timeZone, clock) : clock - startOffsetMinutes * 60_000
}

/** Returns what the checks compare about a response; undefined if it does not count. */
export const factsOf = (
  record: CheckedRecord,
  { survey }: SurveyToCheck,
  photos: readonly StoredPhoto[],
): CheckedFacts | undefined => {
  if (record.status === 'inProgress' || record.status === 'rejected') return undefined
  const { id, surveyId, displayId, investigator, values, folded } = record
  const place = placeOf(record)
  const phone = phoneOf(survey, values)
  const answers = answersOf(survey.definition, values)
  const fingerprint = fingerprintOf(survey.definition, values)
  return {
    id,
    surveyId,
    displayId,
    investigator,
    ...timesOf(record, survey.timeZone),
    ...place,
    household: place.village && folded.household ? hashOf(place.village, folded.household) : null,
    phone: phone ? hashOf(surveyId, phone) : null,
    answers: answers.length > 0 ? hashOf(JSON.stringify(answers)) : null,
    answerCount: answers.length,
    fingerprint: fingerprint.length > 0 ? fingerprint : null,
    photos: photos.map((photo): PhotoFacts => {
      const { id: file, question, hash, latitude: north, longitude: east } = photo
      const takenAt = takenAtOf(photo, record, survey.timeZone)
      return { id: file, question, hash, takenAt, latitude: north, longitude: east }
    }),
  }
}
