import { AppError, fieldError } from '@baseline/contract/errors.ts'
import type {
  ImportedSurveyResponse,
  NewSurveyResponse,
} from '@baseline/contract/survey-responses/response.ts'
import { canImportStatus } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import type { Db } from '#platform/database/database.ts'
import { findImportHashes } from '#platform/import-once.ts'

import { requireStatus } from '../review/change-status.ts'
import type { ResponseContext } from '../review/change-status.ts'
import { getOpenSurvey } from '../survey.ts'
import type { SurveyAtVersion } from '../survey.ts'
import { addPeople, requireValid, toRecord } from './to-record.ts'
import type { UnresolvedFields } from './to-record.ts'
import type { ResponseToStore } from './write-responses.ts'

const entity = 'surveyResponse' as const

/** Default status: submitted if the interview ended. */
const defaultStatus = (endTime: string | null | undefined): ResponseStatus =>
  endTime ? 'submitted' : 'inProgress'

interface NewResponse {
  context: ResponseContext
  data: NewSurveyResponse
  status: ResponseStatus
  action: 'create' | 'import'
  importHash?: string
}

/** A response that a user entered. spec §4 */
export const enteredResponse = (context: ResponseContext, data: NewSurveyResponse): NewResponse => {
  const status = data.status ?? defaultStatus(data.endTime)
  requireStatus(context, { from: 'new', to: status, comment: undefined, hasEndTime: Boolean(data.endTime) })
  return { context, data, status, action: 'create' }
}

/** A row of a file. A manager may import any status, for records of another system. spec §5 */
export const importedResponse = (
  context: ResponseContext,
  { photos, values, status: requestedStatus, ...data }: ImportedSurveyResponse,
  importHash: string,
): NewResponse => {
  const hasEndTime = Boolean(data.endTime)
  const status = requestedStatus ?? defaultStatus(data.endTime)
  if (!canImportStatus(status, context.actor.roles))
    throw fieldError('data.status', 'entities.surveyResponses.errors.importStatus')
  if (status === 'submitted')
    requireStatus(context, { from: 'new', to: status, comment: undefined, hasEndTime })
  const links = (photos ?? []).map((url) => ({ url }))
  return {
    context,
    data: { ...data, photos: links, values: values ?? {} },
    status,
    action: 'import',
    importHash,
  }
}

type Check<T> = { result: T } | { error: unknown }

type CheckedFields = Omit<ResponseToStore, 'fields'> & { fields: UnresolvedFields }

const checkFields = async (
  newResponse: NewResponse,
  findSurvey: (id: string, version: number | undefined) => Promise<SurveyAtVersion>,
): Promise<CheckedFields> => {
  const { context, data: requested, status, action, importHash } = newResponse
  const { surveyId, surveyVersion, ...data } = requested
  const survey = await findSurvey(surveyId, surveyVersion)
  const options = { partial: status === 'inProgress', imported: action === 'import' }
  const { fields, files, trace } = requireValid(toRecord(context, survey, data, options))
  const { author, actor } = context
  const sender = { userId: actor.userId, email: author.email }
  return { author, sender, status, action, importHash, requestedId: data.displayId, fields, files, trace }
}

/** Returns a function that reads each survey once. */
const createSurveyReader = (db: Db) => {
  const surveys = new Map<string, Promise<SurveyAtVersion>>()
  return (id: string, version: number | undefined): Promise<SurveyAtVersion> => {
    const key = `${id} ${String(version)}`
    const survey = surveys.get(key) ?? getOpenSurvey(db, id, version)
    surveys.set(key, survey)
    return survey
  }
}

/** Checks new responses with a fixed number of queries. `create` returns a response, or throws a refusal. */
export const checkResponses = async (
  db: Db,
  creates: readonly (() => NewResponse)[],
): Promise<Check<ResponseToStore>[]> => {
  const findSurvey = createSurveyReader(db)
  const checks: Check<CheckedFields>[] = []
  for (const create of creates)
    try {
      checks.push({ result: await checkFields(create(), findSurvey) })
    } catch (error) {
      checks.push({ error })
    }
  const valid = checks.flatMap((check) => ('result' in check ? [check.result] : []))
  const hashes = valid.flatMap(({ importHash }) => (importHash === undefined ? [] : [importHash]))
  const imported = await findImportHashes(db, entity, hashes)
  const resolved = await addPeople(
    db,
    valid.map(({ fields }) => fields),
  )
  const fieldsOf = new Map(valid.map(({ fields }, index) => [fields, resolved[index]]))
  return checks.map((check) => {
    if ('error' in check) return check
    const { importHash } = check.result
    const fields = fieldsOf.get(check.result.fields)
    if (importHash !== undefined && imported.has(importHash))
      return { error: new AppError('importer.errors.importHashExistent') }
    if (!fields) throw new Error('a checked response has no fields')
    return { result: { ...check.result, fields } }
  })
}
