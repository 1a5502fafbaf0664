import * as contract from '@baseline/contract/survey-responses/submissions.ts'
import { returnedFormId } from '@baseline/contract/surveys/phone-forms.ts'
import type { FastifyRequest } from 'fastify'

import { startRecords } from '#platform/database/new-records.ts'
import { withRetries } from '#platform/database/retry.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { createBatchQueue } from '#platform/http/batch-queue.ts'
import { handlePhone, phoneTranslator } from '#platform/http/handle-phone.ts'
import { openRosaResponse } from '#platform/http/open-rosa.ts'
import type { Server } from '#platform/http/server.ts'
import { limits } from '#platform/limits.ts'

import { createFormReader } from '../survey.ts'
import { findKnownFiles } from './known-files.ts'
import { findSurveyOf, prepareSubmission } from './prepare-submission.ts'
import { readSubmission } from './read-submission.ts'
import { receivePost } from './receive-post.ts'
import { storeAlone, storeTogether } from './store-submission.ts'
import type { SubmissionToStore } from './store-submission.ts'
import { isMistake, storeUnreadable } from './store-unreadable.ts'
import type { UnreadableSubmission } from './store-unreadable.ts'
import { nameOfInstance } from './submission-rows.ts'

const acceptHeaders = { 'x-openrosa-accept-content-length': String(limits.posts.acceptedBytes) }

/** Most interviews are one post without files, and replace no other. */
const isSimple = ({ post, mapped, submission }: SubmissionToStore): boolean =>
  !post.isIncomplete &&
  post.files.length === 0 &&
  mapped.files.length === 0 &&
  submission.deprecatedId === undefined

export const registerSubmissions = (server: Server): void => {
  const { db, timeZone } = server
  const readForm = createFormReader(db)

  const enqueue = createBatchQueue<SubmissionToStore, true>({
    run: (items) =>
      inTransaction(db, async (tx) => {
        const records = await startRecords(tx, 2 * items.length, limits.batches.lockMs)
        const stored = await storeTogether(tx, items, { timeZone, records })
        return stored.map((isStored) => (isStored ? { result: true as const } : 'alone'))
      }),
    identify: ({ survey, submission }) => [nameOfInstance(survey.id, submission.instanceId)],
    callerOf: ({ device }) => device.id,
  })

  /** A repeated post changes nothing, so that it may run again after a failure. */
  const storeReadable = async (item: SubmissionToStore): Promise<void> => {
    let canShare = isSimple(item)
    await withRetries(true, async () => {
      const outcome = canShare ? await enqueue(item) : 'alone'
      canShare = false
      if (outcome === 'alone') await inTransaction(db, (tx) => storeAlone(tx, item, timeZone))
      else if ('error' in outcome) throw outcome.error
    })
  }

  /** Stores an interview, or keeps it for the inbox if a mistake of this product prevents that. */
  const store = async (item: UnreadableSubmission, { log }: FastifyRequest): Promise<void> => {
    try {
      const { survey, submission, device } = item
      await storeReadable({ ...item, ...prepareSubmission(survey, submission, device) })
    } catch (error) {
      if (!isMistake(error)) throw error
      log.error({ err: error, instanceId: item.submission.instanceId }, 'an interview could not be stored')
      await withRetries(true, () => inTransaction(db, (tx) => storeUnreadable(tx, item, error)))
    }
  }

  handlePhone(server, contract.checkSubmission, async () => ({ status: 204, headers: acceptHeaders }))

  handlePhone(server, contract.addSubmission, async (_params, context, request) => {
    const { device } = context
    let found: Pick<UnreadableSubmission, 'survey' | 'submission'> | undefined
    const post = await receivePost(server, request, async (xml) => {
      const submission = readSubmission(xml)
      // The list of returned interviews has no answers.
      if (submission.formId === returnedFormId) return () => Promise.resolve(new Set())
      const survey = await findSurveyOf(readForm, submission, device)
      found = { survey, submission }
      return () => findKnownFiles(db, { surveyId: survey.id, instanceId: submission.instanceId, xml })
    })
    if (found) await store({ ...found, device, post, context }, request)
    const t = phoneTranslator(request)
    return { status: 201, headers: acceptHeaders, content: openRosaResponse(t('entities.intake.received')) }
  })
}
