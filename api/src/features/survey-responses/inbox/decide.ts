import { AppError } from '@baseline/contract/errors.ts'
import type { Input, Output } from '@baseline/contract/http.ts'
import { choicesFor } from '@baseline/contract/intake/choices.ts'
import type { IntakeChoice } from '@baseline/contract/intake/choices.ts'
import type { decideIntakeItem } from '@baseline/contract/intake/item.ts'
import { isIntakeState } from '@baseline/contract/intake/states.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { sql } from 'kysely'

import { audit } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { startRecords } from '#platform/database/new-records.ts'
import type { MemberContext } from '#platform/http/context.ts'
import { requireVersion } from '#platform/http/if-match.ts'

import * as responses from '../queries.ts'
import { replaceAnswers } from '../submissions/apply-edit.ts'
import { filesNamedIn } from '../submissions/prepare-submission.ts'
import type { NamedFile, PreparedSubmission } from '../submissions/prepare-submission.ts'
import { complete, createResponse } from '../submissions/store-submission.ts'
import type { Outcome } from '../submissions/store-submission.ts'
import { isMistake, messageOf } from '../submissions/store-unreadable.ts'
import * as inbox from './queries.ts'
import type { StoredSubmission } from './queries.ts'
import { readAgain } from './read-again.ts'

interface DecisionContext extends MemberContext {
  timeZone: string
}

type Decision = Input<typeof decideIntakeItem>['body']

/** The contract requires `storeAs` for `accept`. */
const choiceOf = ({ action, storeAs = 'edit' }: Decision): IntakeChoice =>
  action === 'accept' ? storeAs : action

/** Adds the questions of files that arrived with answers that could not be read. */
const nameAttachments = async (tx: Db, submissionId: string, named: readonly NamedFile[]): Promise<void> => {
  for (const { name, kind, question } of named)
    await tx
      .updateTable('field_attachments')
      .set({ kind, question })
      .where('submission_id', '=', submissionId)
      .where('name', '=', name)
      .where('kind', 'is', null)
      .execute()
}

/** Makes the instance of an interview the one that the next edit on a phone must refer to. */
const setCurrentInstance = async (tx: Db, responseId: string, row: StoredSubmission): Promise<void> => {
  await tx
    .updateTable('field_instances')
    .set({ is_current: false })
    .where('response_id', '=', responseId)
    .execute()
  await tx
    .updateTable('field_instances')
    .set({ response_id: responseId, is_current: true })
    .where('survey_id', '=', row.survey_id)
    .where('instance_id', '=', row.instance_id)
    .execute()
}

const isHolderOfInstance = async (tx: Db, row: StoredSubmission): Promise<boolean> => {
  const holder = await tx
    .selectFrom('field_instances')
    .select('submission_id')
    .where('survey_id', '=', row.survey_id)
    .where('instance_id', '=', row.instance_id)
    .executeTakeFirst()
  return holder?.submission_id === row.id
}

interface Work {
  context: DecisionContext
  row: StoredSubmission
  item: PreparedSubmission
  /** The response that the interview replaces. */
  before: SurveyResponse | undefined
  comment: string | null
}

const acceptAsEdit = async ({ context, row, item, before, comment }: Work): Promise<Outcome> => {
  if (!before) throw new AppError('entities.intake.errors.choice')
  const { db, author, timeZone, t } = context
  const problem = await replaceAnswers(db, item, {
    submissionId: row.id,
    timeZone,
    author,
    attachments: { named: filesNamedIn(item), received: [] },
    before,
    // A manager may replace the answers of an approved or rejected response, which is then reviewed again.
    status: 'resubmitted',
    comment: comment ?? t('entities.intake.accepted'),
  })
  await setCurrentInstance(db, before.id, row)
  return { state: 'stored', responseId: before.id, problem }
}

/** Stores an interview as a phone would, or as a new response. */
const store = async (choice: IntakeChoice, work: Work): Promise<Outcome> => {
  const { context, row, item } = work
  const { db, author, timeZone } = context
  if (choice === 'edit') return acceptAsEdit(work)
  const [fresh] = await startRecords(db, 1)
  if (!fresh) throw new Error('no id for a response')
  const completion = { submissionId: row.id, fresh, timeZone, author }
  const whole = { ...item, post: { files: [] } }
  if (choice === 'new') return createResponse(db, whole, completion)
  await nameAttachments(db, row.id, filesNamedIn(item))
  return (await isHolderOfInstance(db, row)) ? complete(db, whole, completion) : { state: 'conflict' }
}

/** Stores an interview. A mistake of this product that still prevents it is an answer for the manager. */
const accept = async (
  choice: IntakeChoice,
  { context, row, ...rest }: Omit<Work, 'item'>,
): Promise<Outcome> => {
  try {
    return await store(choice, { context, row, ...rest, item: await readAgain(context.db, row) })
  } catch (error) {
    if (!isMistake(error)) throw error
    const problem = messageOf(error)
    throw new AppError('entities.intake.errors.stillUnreadable', { problem }, { cause: error })
  }
}

const requireChoice = (
  choice: ReturnType<typeof choiceOf>,
  state: string,
  before: SurveyResponse | undefined,
): void => {
  if (!isIntakeState(state) || !choicesFor({ state, response: before ?? null }).includes(choice))
    throw new AppError('entities.intake.errors.choice')
}

/** Carries out the decision of a manager about an interview of the inbox. */
export const decide = async (
  context: DecisionContext,
  id: string,
  decision: Decision,
): Promise<Output<typeof decideIntakeItem>> => {
  const { db } = context
  const { target, ...row } = await inbox.getLocked(context, id)
  const [before] = target === null ? [] : await responses.lockAll(context, [target])
  const choice = choiceOf(decision)
  requireChoice(choice, row.state, before)
  if (before) await requireVersion(context, before, { entity: 'surveyResponse', id: before.id })

  const comment = decision.comment ?? null
  const outcome =
    choice === 'discard'
      ? { state: 'discarded' as const, problem: row.problem }
      : await accept(choice, { context, row, before, comment })
  const { state, problem = null } = outcome
  const responseId = 'responseId' in outcome ? (outcome.responseId ?? null) : null
  const isDecided = state === 'stored' || state === 'discarded'
  await db
    .updateTable('field_submissions')
    .set({
      state,
      response_id: responseId,
      problem: problem === null ? null : JSON.stringify(problem),
      decided_at: isDecided ? sql<Date>`now()` : null,
    })
    .where('id', '=', id)
    .execute()
  await audit(context, {
    entity: 'submission',
    id,
    action: 'statusChange',
    before: { state: row.state },
    after: { state, ...(responseId !== null && { responseId }), ...(comment !== null && { comment }) },
  })
  return { id, state, responseId }
}
