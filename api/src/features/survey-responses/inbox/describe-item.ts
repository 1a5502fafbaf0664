import { isDeepStrictEqual } from 'node:util'

import type { IntakeDetails } from '@baseline/contract/intake/item.ts'
import type { SubmissionProblem } from '@baseline/contract/intake/submission.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'

import type { Db } from '#platform/database/database.ts'

import * as responses from '../queries.ts'
import { changesOf } from '../review/history.ts'
import type { Reader } from '../scope.ts'
import { toResponseRecord } from '../submissions/prepare-submission.ts'
import { isMistake, messageOf } from '../submissions/store-unreadable.ts'
import * as inbox from './queries.ts'
import { readAgain } from './read-again.ts'

/** Fields that the interview does not contain, or that follow from others. */
const omittedFields: ReadonlySet<string> = new Set([
  'surveyId',
  'surveyLabel',
  'surveyVersion',
  'origTime',
  'startOffsetMinutes',
  'photos',
])

/** Replaces the ids of files by their names: each post of a phone has new ids. */
const nameFiles = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => nameFiles(one, names))
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, nameFiles(one, names)]))
    : value
}

const namesOfFiles = async (db: Db, responseId: string): Promise<ReadonlyMap<string, string>> => {
  const files = await db
    .selectFrom('files')
    .select(['id', 'name'])
    .where('response_id', '=', responseId)
    .execute()
  return new Map(files.map(({ id, name }) => [id, name]))
}

type Values = Pick<SurveyResponse, 'values'>

/** Lists the fields of an interview that differ from the response; without a response, all that have a value. */
const differences = (before: Values | undefined, after: Values): NonNullable<IntakeDetails['changes']> => {
  const stored: Readonly<Record<string, unknown>> = { ...(before ?? { values: {} }) }
  const changed = Object.entries(after).filter(
    ([field, value]) => !omittedFields.has(field) && !isDeepStrictEqual(stored[field] ?? null, value ?? null),
  )
  const fields = changed.map(([field]) => [field, stored[field]] as const)
  return changesOf(Object.fromEntries(fields), Object.fromEntries(changed))
}

type Preview = Pick<IntakeDetails, 'changes'> & { problem: SubmissionProblem | null }

/** Compares an interview with the response that it would replace. Changes nothing. */
const preview = async (
  reader: Reader,
  { item, row }: Awaited<ReturnType<typeof inbox.get>>,
  files: Awaited<ReturnType<typeof inbox.filesOf>>,
  timeZone: string,
): Promise<Preview> => {
  const { db } = reader
  const before = item.response ? await responses.get(reader, item.response.id) : undefined
  const stored = files.flatMap(({ name, file_id: id }) => (id === null ? [] : [[name, id] as const]))
  try {
    const { fields, problem } = toResponseRecord(await readAgain(db, row), {
      timeZone,
      fileIds: new Map(stored),
      ...(before && { before }),
    })
    const names = new Map(stored.map(([name, id]) => [id, name]))
    const storedNames = before ? await namesOfFiles(db, before.id) : names
    const withNames = <R extends Values>(record: R, by: typeof names | typeof storedNames): R => ({
      ...record,
      values: nameFiles(record.values, by),
    })
    return {
      changes: differences(before && withNames(before, storedNames), withNames(fields, names)),
      problem,
    }
  } catch (error) {
    if (!isMistake(error)) throw error
    return { changes: null, problem: { error: messageOf(error) } }
  }
}

/** Returns an interview of the inbox, as the current code reads it. */
export const describeItem = async (reader: Reader, id: string, timeZone: string): Promise<IntakeDetails> => {
  const found = await inbox.get(reader, id)
  const { item, row } = found
  const files = await inbox.filesOf(reader.db, id)
  const { changes, problem } = await preview(reader, found, files, timeZone)
  const error = problem?.error ?? found.problem?.error
  const allProblems = { ...problem, ...(error !== undefined && { error }) }
  return {
    ...item,
    instanceId: row.instance_id,
    deprecatedId: row.deprecated_id,
    odkDeviceId: row.odk_device_id,
    userAgent: row.user_agent,
    files: files.map(({ name, state, size }) => ({ name, state, size })),
    changes,
    problem: Object.keys(allProblems).length > 0 ? allProblems : null,
  }
}
