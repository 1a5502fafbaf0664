import { AppError, fieldError } from '@baseline/contract/errors.ts'
import type {
  ImportedSurveyResponse,
  NewSurveyResponse,
  SurveyResponse,
} from '@baseline/contract/survey-responses/response.ts'
import { canImportStatus } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import { auditEach } from '#platform/audit.ts'
import type { AuditEntry } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import type { NewRecord } from '#platform/http/handle-in-batches.ts'
import { claimImportHashes, findImportHashes } from '#platform/import-once.ts'

import * as responses from '../queries.ts'
import { requireStatus } from '../review/change-status.ts'
import type { ResponseContext } from '../review/change-status.ts'
import { getOpenSurvey } from '../survey.ts'
import type { SurveyAtVersion } from '../survey.ts'
import { digestRecord } from './digest-record.ts'
import { claimDisplayIds } from './display-id.ts'
import { attachFiles } from './files.ts'
import type { FileUse } from './files.ts'
import { addPeople, toRecord } from './to-record.ts'
import type { Trace, UnresolvedFields } from './to-record.ts'

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

interface CheckedFields extends NewResponse {
  fields: UnresolvedFields
  files: FileUse[]
  trace: Trace
}
export interface CheckedResponse extends CheckedFields {
  fields: UnresolvedFields & { investigatorId: string | null; supervisorId: string | null }
}

const checkFields = async (
  newResponse: NewResponse,
  findSurvey: (id: string, version: number | undefined) => Promise<SurveyAtVersion>,
): Promise<CheckedFields> => {
  const { context, data: requested, status, action } = newResponse
  const { surveyId, surveyVersion, ...data } = requested
  const survey = await findSurvey(surveyId, surveyVersion)
  const options = { partial: status === 'inProgress', imported: action === 'import' }
  return { ...newResponse, ...toRecord(context, survey, data, options) }
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
): Promise<Check<CheckedResponse>[]> => {
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

/**
 * Returns the values of the entry of a creation: what identifies the response, and a checksum of all its columns and
 * answers. The values themselves are in the response, and in the entries of later changes.
 */
const describeCreation = ({
  id: _id,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...record
}: SurveyResponse) => ({
  displayId: record.displayId,
  surveyId: record.surveyId,
  surveyVersion: record.surveyVersion,
  status: record.status,
  surveyDate: record.surveyDate,
  investigatorName: record.investigatorName,
  supervisorName: record.supervisorName,
  digest: digestRecord(record),
})

/** Stores responses with a fixed number of statements, and further ones for files. Throws if one is refused. */
export const writeResponses = async (
  tx: Db,
  checked: readonly (CheckedResponse & NewRecord)[],
): Promise<SurveyResponse[]> => {
  if (checked.length === 0) return []
  const hashes = checked.flatMap(({ importHash, id }) =>
    importHash === undefined ? [] : [{ hash: importHash, id }],
  )
  await claimImportHashes(tx, entity, hashes)
  const displayIds = await claimDisplayIds(
    tx,
    checked.map(({ id, data: { surveyId, displayId } }) => ({
      surveyId,
      responseId: id,
      requested: displayId,
    })),
  )
  const created: { response: SurveyResponse; entry: AuditEntry }[] = []
  for (const [
    index,
    { context, fields, files, trace, id, status, createdAt: at, action },
  ] of checked.entries()) {
    const { actor, author } = context
    const displayId = displayIds[index] ?? ''
    const record = { id, displayId, status, email: author.email, userId: actor.userId, ...fields }
    const attached = files.length === 0 ? record : await attachFiles(tx, actor.userId, record, files)
    const createdAt = at.toISOString()
    const response = { ...attached, createdAt, updatedAt: createdAt, version: 1 }
    const after = { ...describeCreation(response), ...trace }
    created.push({ response, entry: { author, entity, id, action, after } })
  }
  const stored = created.map(({ response }) => response)
  await responses.insertAll(tx, stored)
  await auditEach(
    tx,
    created.map(({ entry }) => entry),
  )
  return stored
}
