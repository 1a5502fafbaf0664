import { AppError } from '@baseline/contract/errors.ts'

import type { Db } from '#platform/database/database.ts'
import { startRecords } from '#platform/database/new-records.ts'
import { isTransient, OutcomeUnknown } from '#platform/database/retry.ts'

import { findOther, rowOf } from './store-submission.ts'
import type { SubmissionToStore } from './store-submission.ts'
import {
  claimInstances,
  hashXml,
  insertSubmissions,
  lockInstance,
  storeAttachments,
} from './submission-rows.ts'

/**
 * Errors of the database that a repetition does not resolve: values that it cannot store, violated constraints,
 * wrong statements, exceeded limits and exceptions of triggers. `ERR_` begins the errors of Node.
 */
const permanentCodes = /^(?:22|23|42|54|P0|ERR_)/

/**
 * Returns whether an error is a mistake of this product, which the same post would cause again. Refusals and failures
 * of connections, locks and disks are not: the interview stays on the phone, which sends it again.
 */
export const isMistake = (error: unknown): error is Error =>
  error instanceof Error &&
  !(error instanceof AppError) &&
  !(error instanceof OutcomeUnknown) &&
  !isTransient(error) &&
  (!('code' in error) || permanentCodes.test(String(error.code)))

const maxCharacters = 1_000

/** Returns the message of an error as PostgreSQL can store it. */
export const messageOf = ({ message }: Error): string =>
  message.slice(0, maxCharacters).toWellFormed().replaceAll('\0', '\uFFFD')

/** An interview whose answers could not be read or stored. */
export type UnreadableSubmission = Omit<SubmissionToStore, 'mapped'>

/**
 * Keeps an interview that could not be stored because of a mistake of this product: a manager has it read again
 * after the correction. A refusal would let the phone send it for ever.
 */
export const storeUnreadable = async (tx: Db, item: UnreadableSubmission, error: Error): Promise<void> => {
  const { survey, submission, post } = item
  const [own] = await startRecords(tx, 1)
  if (!own) throw new Error('no id for a submission')
  const instance = { surveyId: survey.id, instanceId: submission.instanceId }
  const claimed = await claimInstances(tx, [{ ...instance, submissionId: own.id, responseId: null }])
  const known = claimed.size > 0 ? undefined : ((await findFirst(tx, item)) ?? (await findOther(tx, item)))
  const submissionId = known?.id ?? own.id
  const responseId = known?.response_id ?? null
  await storeAttachments(tx, submissionId, { named: [], received: post.files, responseId })
  const problem = { error: messageOf(error) }
  if (!known) await insertSubmissions(tx, [await rowOf(item, own, { state: 'unreadable', problem })])
  // Its last post has arrived, and it was not stored.
  else if (!post.isIncomplete)
    await tx
      .updateTable('field_submissions')
      .set({ state: 'unreadable', problem: JSON.stringify(problem) })
      .where('id', '=', known.id)
      .where('state', '=', 'receiving')
      .execute()
}

/** Finds the submission that holds the instance, if it has the same XML. */
const findFirst = async (tx: Db, { survey, submission, post }: UnreadableSubmission) => {
  const first = await lockInstance(tx, survey.id, submission.instanceId)
  return first?.xml_sha256.equals(hashXml(post.xml))
    ? { id: first.submission_id, response_id: first.response_id }
    : undefined
}
