import { isChosenOnMap } from '@baseline/contract/checks/marks.ts'
import { instant } from '@baseline/contract/fields.ts'
import type { Answer } from '@baseline/contract/surveys/answers.ts'
import {
  isCalendarDate,
  isDateTime,
  isTimeOfDay,
  toText,
} from '@baseline/contract/surveys/expression/convert.ts'
import type { Question } from '@baseline/contract/surveys/master.ts'
import { readShape } from '@baseline/contract/surveys/shapes.ts'

/** Decimals have an exponent if they are very large or small: `1.0E-4`. */
const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

const toNumber = (text: string): number | undefined => (numberPattern.test(text) ? Number(text) : undefined)

/** `14:30:00.000+02:00`, also without seconds, without an offset or with one in whole hours. */
const offset = String.raw`Z|[+-]\d{2}(?::?\d{2})?`
const seconds = String.raw`:\d{2}(?:\.\d+)?`
const timePattern = new RegExp(`^(\\d{2}:\\d{2})(?:${seconds})?(?:${offset})?$`)
const dateTimePattern = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})T(\\d{2}:\\d{2})(${seconds})?(${offset})?$`)

/** Some forms have an answer with a time for a date. */
const toDate = (text: string): string | undefined => {
  const [, date = text] = dateTimePattern.exec(text) ?? []
  return isCalendarDate(date) ? date : undefined
}

/** Answers have no seconds and no offset: they are what the enumerator read on the clock. */
const toTime = (text: string): string | undefined => {
  const [, time = text] = timePattern.exec(text) ?? []
  return isTimeOfDay(time) ? time : undefined
}

const toDateTime = (text: string): string | undefined => {
  const [, date = '', time = ''] = dateTimePattern.exec(text) ?? []
  const dateTime = `${date}T${time}`
  return isDateTime(dateTime) ? dateTime : undefined
}

/** Returns a time with the UTC offset of the phone. Writes `+00:00` for 0: `Z` means an unknown offset. */
export const toInstant = (text: string): string | undefined => {
  const [, date, time, second = ':00', zone] = dateTimePattern.exec(text) ?? []
  if (date === undefined || time === undefined || zone === undefined) return undefined
  const [hours, minutes] =
    zone === 'Z' ? ['+00', '00'] : [zone.slice(0, 3), zone.slice(3).replace(':', '') || '00']
  return instant.safeParse(`${date}T${time}${second}${hours}:${minutes}`).data
}

/**
 * Reads latitude, longitude, altitude and accuracy. An accuracy of 0 remains, because Collect writes it for a position
 * that an app supplied; a place that was chosen on a map has none.
 */
const toLocation = (question: Question, text: string): Answer | undefined => {
  const [latitude, longitude, , accuracy] = text.split(/\s+/).map(toNumber)
  if (latitude === undefined || longitude === undefined) return undefined
  const isMeasured = accuracy !== undefined && (accuracy > 0 || (accuracy === 0 && !isChosenOnMap(question)))
  return { latitude, longitude, ...(isMeasured && { accuracy }) }
}

/** A calculation has the type of its result, and is written in the type that the author gave the bind. */
const toResult = ({ result, attributes }: Question, text: string): Answer | undefined => {
  if (result === 'number') return toNumber(text)
  switch (attributes?.['bind::type']) {
    case 'int':
    case 'integer':
    case 'decimal':
      return toText(toNumber(text) ?? text)
    case 'date':
      return toDate(text) ?? text
    case 'time':
      return toTime(text) ?? text
    case 'dateTime':
      return toDateTime(text) ?? text
    default:
      return text
  }
}

const toMetadata = ({ metadata }: Question, text: string): Answer | undefined => {
  switch (metadata) {
    case 'start':
    case 'end':
      return toDateTime(text)
    case 'today':
      return toDate(text)
    default:
      return text
  }
}

/**
 * Converts the text of an answer, as Collect writes it, to the input of validateAnswers(). Returns undefined if the text
 * is no answer of this type.
 */
export const convertAnswer = (question: Question, text: string): Answer | undefined => {
  switch (question.type) {
    case 'integer':
    case 'number':
    case 'range':
      return toNumber(text)
    case 'date':
      return toDate(text)
    case 'time':
      return toTime(text)
    case 'dateTime':
      return toDateTime(text)
    case 'choices':
    case 'rank':
      return text.split(/\s+/)
    case 'location':
      return toLocation(question, text)
    case 'line':
    case 'area':
      return readShape(text, question.type)
    case 'calculated':
      return toResult(question, text)
    case 'metadata':
      return toMetadata(question, text)
    default:
      return text
  }
}
