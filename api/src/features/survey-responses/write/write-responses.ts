import type { SubmissionProblem } from '@baseline/contract/intake/submission.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import { auditEach } from '#platform/audit.ts'
import type { AuditEntry, Author } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import type { NewRecord } from '#platform/database/new-records.ts'
import { claimImportHashes } from '#platform/import-once.ts'

import { flagNewResponses } from '../checks/check-new-responses.ts'
import * as responses from '../queries.ts'
import { digestRecord } from './digest-record.ts'
import { claimDisplayIds } from './display-id.ts'
import { attachFiles } from './files.ts'
import type { FileUse } from './files.ts'
import type { Trace, UnresolvedFields, WithPeople } from './to-record.ts'

const entity = 'surveyResponse' as const

/** A new response that was checked. */
export interface ResponseToStore {
  author: Author
  /** The user who sent it. A phone has none, and uses no files that a user uploaded. */
  sender: { userId: string; email: string } | null
  status: ResponseStatus
  action: 'create' | 'import'
  importHash?: string | undefined
  /** The Survey Id; by default a new one. */
  requestedId?: string | null | undefined
  fields: WithPeople<UnresolvedFields>
  files: readonly FileUse[]
  trace: Trace
  /** Problems of an interview from a phone. */
  problem?: SubmissionProblem | null
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
  newResponses: readonly (ResponseToStore & NewRecord)[],
  timeZone: string,
): Promise<SurveyResponse[]> => {
  if (newResponses.length === 0) return []
  const hashes = newResponses.flatMap(({ importHash, id }) =>
    importHash === undefined ? [] : [{ hash: importHash, id }],
  )
  await claimImportHashes(tx, entity, hashes)
  const displayIds = await claimDisplayIds(
    tx,
    newResponses.map(({ id, fields: { surveyId }, requestedId }) => ({
      surveyId,
      responseId: id,
      requested: requestedId,
    })),
  )
  const created: { response: SurveyResponse; entry: AuditEntry; problem: SubmissionProblem | null }[] = []
  for (const [index, newResponse] of newResponses.entries()) {
    const { author, sender, fields, files, trace, id, status, action, problem = null } = newResponse
    const displayId = displayIds[index] ?? ''
    const { userId = null, email = null } = sender ?? {}
    const record = { id, displayId, status, email, userId, ...fields }
    const attached = sender && files.length > 0 ? await attachFiles(tx, sender.userId, record, files) : record
    const createdAt = newResponse.createdAt.toISOString()
    const response = { ...attached, createdAt, updatedAt: createdAt, version: 1 }
    const after = { ...describeCreation(response), ...trace }
    created.push({ response, entry: { author, entity, id, action, after }, problem })
  }
  const stored = created.map(({ response }) => response)
  await responses.insertAll(tx, stored)
  await auditEach(
    tx,
    created.map(({ entry }) => entry),
  )
  await flagNewResponses(tx, created, timeZone)
  return stored
}
