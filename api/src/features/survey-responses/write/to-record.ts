import { AppError } from '@baseline/contract/errors.ts'
import { recordOf } from '@baseline/contract/facts.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import { attributes } from '@baseline/contract/survey-responses/columns.ts'
import type { Recalculated } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse, SurveyResponseData } from '@baseline/contract/survey-responses/response.ts'
import type { Answers } from '@baseline/contract/surveys/answers.ts'
import { deriveColumns } from '@baseline/contract/surveys/derive-columns.ts'
import type { Clock } from '@baseline/contract/surveys/evaluate-survey.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import type { ValidationOptions } from '@baseline/contract/surveys/validation-result.ts'
import type { FieldIssue } from '@baseline/contract/validation.ts'
import { dayIn, nowIn, todayIn } from '@baseline/contract/wall-clock.ts'

import type { Db } from '#platform/database/database.ts'

import { findPeople } from '../list/find-people.ts'
import type * as responses from '../queries.ts'
import type { Reader } from '../scope.ts'
import { filesInAnswers } from '../survey.ts'
import type { SurveyAtVersion } from '../survey.ts'
import type { FileUse } from './files.ts'

/** Context of a write. */
export interface WriteContext extends Reader {
  language: Language
  /** Time zone of the installation. A survey may have a different one. */
  timeZone: string
}

type RecordOptions = Pick<ValidationOptions, 'partial' | 'imported'> & {
  /** The clock when the questions were answered; by default the current time. */
  clock?: Required<Clock> | undefined
}

/** Validates answers against their questionnaire. spec §5 */
export const validateResponse = (
  { language, timeZone }: Pick<WriteContext, 'language' | 'timeZone'>,
  { definition }: SurveyAtVersion,
  values: unknown,
  { clock, ...options }: RecordOptions = {},
) => {
  const zone = definition.timeZone ?? timeZone
  const { today, now } = clock ?? { today: todayIn(zone), now: nowIn(zone) }
  return validateAnswers(definition, values, { language, today, now, ...options })
}

/**
 * Returns the UTC offset of the sender in minutes. Returns null for `Z`, which browsers send in any time
 * zone.
 */
const offsetOf = (instant: string): number | null => {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(instant) ?? []
  if (sign === undefined) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const toUtc = (instant: string | null | undefined): string | null =>
  instant ? new Date(instant).toISOString() : null

const timesOf = (data: SurveyResponseData, before: SurveyResponse | undefined) => {
  const startTime = toUtc(data.startTime)
  return {
    startTime,
    // An unchanged start time has no new information about the offset in the field.
    startOffsetMinutes:
      before && before.startTime === startTime
        ? before.startOffsetMinutes
        : data.startTime
          ? offsetOf(data.startTime)
          : null,
    origTime: before?.origTime ?? startTime,
    endTime: toUtc(data.endTime),
  }
}

/** Fields of a write except the id, the Survey Id, the status and the sender. */
type RecordFields = Omit<responses.ResponseRecord, 'id' | 'displayId' | 'status' | 'email' | 'userId'>
/** Fields of a write without the people whom its names identify. A phone knows its enumerator. */
export type UnresolvedFields = Omit<RecordFields, 'investigatorId' | 'supervisorId'> & {
  investigatorId?: string
}

const explicitOr = <T>(explicit: T | null | undefined, derived: T | undefined): T | null =>
  explicit ?? derived ?? null

/** Takes each column from the request, else from the answers. spec §3 */
const resolveColumns = (survey: SurveyAtVersion, data: SurveyResponseData, values: Answers) => {
  const derived = deriveColumns(survey.definition, values)
  return {
    surveyDate: explicitOr(data.surveyDate, derived.surveyDate),
    ...recordOf(attributes, (name) => explicitOr(data[name], derived[name])),
    location: explicitOr<NonNullable<SurveyResponse['location']>>(data.location, derived.location),
    investigatorMobileNumber: explicitOr(data.investigatorMobileNumber, derived.investigatorMobileNumber),
  }
}

export type WithPeople<Fields> = Omit<Fields, 'investigatorId'> & {
  investigatorId: string | null
  supervisorId: string | null
}

/** Adds the people whom the names of each record identify, unless they are known, with one query. */
export const addPeople = async <Fields extends UnresolvedFields>(
  db: Db,
  records: readonly Fields[],
): Promise<WithPeople<Fields>[]> => {
  const ids = await findPeople(
    db,
    records.flatMap(({ investigatorName, investigatorMobileNumber, supervisorName }) => [
      { name: investigatorName, mobileNumber: investigatorMobileNumber },
      { name: supervisorName, mobileNumber: null },
    ]),
  )
  return records.map((record, index) => ({
    ...record,
    investigatorId: record.investigatorId ?? ids[2 * index] ?? null,
    supervisorId: ids[2 * index + 1] ?? null,
  }))
}

interface PreparedRecord {
  fields: UnresolvedFields
  /** Stored files that the response uses. */
  files: FileUse[]
  /** Results of calculations that were replaced. */
  trace: Trace
  /** Problems of the answers. Answers of a wrong type are not among the fields. */
  issues: readonly FieldIssue[]
}

/**
 * Prepares a request for storage: validates the answers, removes hidden ones, and fills omitted columns from
 * the answers. spec §3, §5
 */
export const toRecord = (
  context: Pick<WriteContext, 'language' | 'timeZone'>,
  survey: SurveyAtVersion,
  data: SurveyResponseData,
  { before, ...options }: RecordOptions & { before?: SurveyResponse },
): PreparedRecord => {
  const { values, issues, warnings } = validateResponse(context, survey, data.values, options)
  const times = timesOf(data, before)
  const columns = resolveColumns(survey, data, values)
  const timeZone = survey.definition.timeZone ?? context.timeZone
  return {
    fields: {
      surveyId: survey.id,
      surveyVersion: survey.version,
      surveyLabel: before?.surveyLabel ?? survey.label,
      ...times,
      ...columns,
      surveyDate: columns.surveyDate ?? (times.startTime ? dayIn(timeZone, new Date(times.startTime)) : null),
      investigatorName: data.investigatorName,
      investigatorEmail: data.investigatorEmail ?? null,
      supervisorName: data.supervisorName,
      photos: data.photos.filter((photo) => 'url' in photo),
      values,
    },
    files: [
      ...data.photos.flatMap((photo) =>
        'id' in photo ? [{ id: photo.id, question: null, kind: 'photo' as const }] : [],
      ),
      ...filesInAnswers(survey.definition, values),
    ],
    trace: traceOf(warnings),
    issues,
  }
}

/** Refuses a request whose answers have problems. */
export const requireValid = <R extends Pick<PreparedRecord, 'issues'>>(record: R): R => {
  if (record.issues.length > 0) throw new AppError('errors.invalid', { issues: prefixPaths(record.issues) })
  return record
}

/** Additions to the record in its audit entry. */
export interface Trace {
  recalculated?: Recalculated[]
  /** The phone that sent the response. */
  device?: { id: string; label: string }
}

const traceOf = (warnings: readonly FieldIssue[]): Trace =>
  warnings.length === 0
    ? {}
    : {
        recalculated: warnings.map(({ path, params }) => ({
          path,
          given: String(params?.['given'] ?? ''),
          result: String(params?.['result'] ?? ''),
        })),
      }

const prefixPaths = (issues: readonly FieldIssue[]): FieldIssue[] =>
  issues.map((issue) => ({ ...issue, path: ['data.values', issue.path].filter(Boolean).join('.') }))
