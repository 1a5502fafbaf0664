import type { AnswerQuery } from '@baseline/contract/answer-queries/contract.ts'
import { can } from '@baseline/contract/permissions.ts'
import type { Neighbours } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'

import { t } from '#platform/i18n.ts'
import { KeyHelp } from '#platform/list/key-help.tsx'
import type { KeyText } from '#platform/list/key-help.tsx'
import { useSignedInUser } from '#platform/session.ts'

import { queryKeys } from '../answer-queries/query-item.tsx'
import { lastProposal } from '../answer-queries/query-messages.tsx'
import { useAnswerQueries, waits } from '../answer-queries/use-answer-queries.ts'
import { isOpen, useFlags } from '../checks/use-flags.ts'
import { decisionKeys, decisionsFor } from '../decisions.ts'
import type { Decision } from '../decisions.ts'
import type { Desk } from '../desk/use-desk.ts'
import { nextKey } from '../desk/use-next.ts'

interface PossibleActions {
  next: boolean
  previous: boolean
  queue: boolean
  decisions: readonly Decision[]
  comment: boolean
  edit: boolean
  undo: boolean
  /** Number of open flags that the user may decide about. */
  flags: number
  /** Queries that wait. */
  queries: readonly AnswerQuery[]
}

const keysOfQueries = (queries: readonly AnswerQuery[], isEditable: boolean): KeyText[] => [
  ...(isEditable ? [['q', t('entities.answerQueries.new')] as const] : []),
  ...(queries.length > 0
    ? [
        ['w', t('entities.answerQueries.nextOpen')] as const,
        [queryKeys.reply, t('entities.answerQueries.reply')] as const,
      ]
    : []),
  ...(isEditable && queries.some((query) => lastProposal(query))
    ? [[queryKeys.accept, t('entities.answerQueries.accept')] as const]
    : []),
  ...(queries.length > 0 ? [[queryKeys.close, t('entities.answerQueries.keyClose')] as const] : []),
]

/** Returns the shortcuts that currently work for this user and record. */
const workingKeys = ({
  next,
  previous,
  queue,
  decisions,
  comment,
  edit,
  undo,
  flags,
  queries,
}: PossibleActions): KeyText[] => [
  ...(next ? [['j', t('entities.surveyResponses.story.next')] as const] : []),
  ...(previous ? [['k', t('entities.surveyResponses.story.previous')] as const] : []),
  ...(queue ? [[nextKey, t('entities.review.next')] as const] : []),
  ...decisions.flatMap(({ verb }): KeyText[] => {
    const key = decisionKeys[verb]
    return key === undefined ? [] : [[key, t(`entities.surveyResponses.verbs.${verb}`)]]
  }),
  ...(flags > 0
    ? [['y', t('checks.flags.keyConfirm')] as const, ['n', t('checks.flags.keyWaive')] as const]
    : []),
  ...(flags > 1 ? [['f', t('checks.flags.keyNext')] as const] : []),
  ...keysOfQueries(queries, edit),
  ...(undo ? [['z', t('entities.surveyResponses.review.undo.last')] as const] : []),
  ...(comment ? [['c', t('entities.surveyResponses.fields.comment')] as const] : []),
  ...(edit ? [['e', t('common.edit')] as const] : []),
  ['?', t('list.keys.help')],
]

interface ViewKeyHelpProps {
  id: string
  record: SurveyResponse | undefined
  neighbours: Neighbours | undefined
  mayEdit: boolean
  canUndo: boolean
  desk: Desk
  open: boolean
  onClose: () => void
}

const LoadedKeyHelp = ({
  id,
  record,
  neighbours,
  mayEdit,
  canUndo,
  desk,
  open,
  onClose,
}: ViewKeyHelpProps) => {
  const user = useSignedInUser()
  const flags = useFlags(id)
  const queries = useAnswerQueries(id)
  const editableRecord = mayEdit ? record : undefined
  const keys = workingKeys({
    next: Boolean(neighbours?.nextId),
    previous: Boolean(neighbours?.previousId),
    queue: desk.goNext !== undefined,
    decisions: editableRecord ? decisionsFor(editableRecord.status, user.roles) : [],
    comment: editableRecord !== undefined,
    edit: editableRecord !== undefined && !isReadOnly(editableRecord.status),
    undo: canUndo,
    flags: can(user, 'flagsDecide') ? (flags?.filter(isOpen).length ?? 0) : 0,
    queries: queries?.filter(waits) ?? [],
  })
  return <KeyHelp keys={keys} open={open} onClose={onClose} />
}

/** Shortcut help of one response, once it is loaded: a hidden response has neither flags nor queries. */
export const ViewKeyHelp = (props: ViewKeyHelpProps) => (props.record ? <LoadedKeyHelp {...props} /> : null)
