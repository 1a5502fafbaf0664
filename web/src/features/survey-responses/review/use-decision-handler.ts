import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'

import { t } from '#platform/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { useSignedInUser } from '#platform/session.ts'
import { toast } from '#platform/ui/toast.tsx'

import type { Decision } from '../decisions.ts'
import { paths } from '../paths.ts'
import type { ListAddress } from '../paths.ts'
import { statusText } from '../response-status.tsx'
import { rememberUndoable, useLastUndoable } from './undo-stack.ts'
import type { UndoableDecision } from './undo-stack.ts'
import { useUndoDecision } from './use-undo-decision.ts'
import { useUndoKey } from './use-undo-key.ts'

interface DecisionResult {
  decision: Decision
  comment: string
  /** The record after the decision. */
  record: SurveyResponse
}

/**
 * Handles a decision: offers to undo it, and goes to the next response, or to the list after the last one. For a
 * response that was opened from the review queue, `continueQueue` opens the next one.
 */
export const useDecisionHandler = (
  address: ListAddress,
  nextId: string | null | undefined,
  continueQueue?: () => void,
) => {
  const { id: userId } = useSignedInUser()
  const go = useGo()
  const undo = useUndoDecision()
  const lastUndoable = useLastUndoable()
  const undoable = lastUndoable?.kind === 'one' ? lastUndoable : undefined
  useUndoKey(undoable && (() => void undo(undoable)))
  const onDecided = ({ decision, comment, record }: DecisionResult): void => {
    const newUndoable: UndoableDecision = {
      kind: 'one',
      userId,
      key: crypto.randomUUID(),
      record,
      address,
      comment,
    }
    rememberUndoable(newUndoable)
    const status = statusText(decision.to)
    toast.success(
      continueQueue
        ? t('entities.review.decided', { status })
        : nextId
          ? t('entities.surveyResponses.review.decided', { status })
          : t('entities.surveyResponses.review.last', { status }),
      {
        label: t('entities.surveyResponses.review.undo.action'),
        shortcut: 'z',
        onAct: () => void undo(newUndoable),
      },
    )
    if (continueQueue) continueQueue()
    else go(nextId ? paths.view(nextId, address) : paths.list(address))
  }
  return { onDecided, canUndo: undoable !== undefined }
}
