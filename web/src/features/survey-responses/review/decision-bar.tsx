import { addComment } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useEffect, useId, useRef, useState } from 'react'

import { call } from '#platform/api.ts'
import { useUnsaved } from '#platform/form/unsaved.ts'
import { t } from '#platform/i18n.ts'
import { useSignedInUser } from '#platform/session.ts'
import { toastError } from '#platform/toast-error.ts'
import { toast } from '#platform/ui/toast.tsx'

import { decisionKeys, decisionsFor } from '../decisions.ts'
import type { Decision } from '../decisions.ts'
import type { Desk } from '../desk/use-desk.ts'
import { nextKey } from '../desk/use-next.ts'
import { responseKey } from '../response-key.ts'
import { statusText } from '../response-status.tsx'
import { useDraft } from './drafts.ts'
import { UncertainNotice } from './uncertain-notice.tsx'
import { useDecide } from './use-decide.ts'
import type { DecisionRequest } from './use-decide.ts'
import { useReviewKeys } from './use-review-keys.ts'

import './decision-bar.css'

interface DecisionBarProps {
  record: SurveyResponse
  desk: Desk
  /** Resolves when the next response is known, which a decision may change. */
  untilReady: () => Promise<unknown>
  onDecided: (result: { decision: Decision; comment: string; record: SurveyResponse }) => void
}

const useComment = (id: string, onSaved: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (comment: string) => call(addComment, { params: { id }, body: { comment } }),
    onSuccess: () => {
      toast.success(t('entities.surveyResponses.comment.success'))
      void queries.invalidateQueries({ queryKey: [...responseKey(id), 'comments'] })
      onSaved()
    },
    onError: toastError,
    meta: { handlesErrors: true },
  })
}

/** Returns a message if the comment, reason or end time that a decision needs is missing. */
const findMissing = ({ needs }: Decision, comment: string, record: SurveyResponse): string | undefined => {
  if (needs === 'complete' && record.endTime === null)
    return t('entities.surveyResponses.errors.endTimeRequired')
  if (comment.trim() !== '' || (needs !== 'comment' && needs !== 'reason')) return undefined
  return needs === 'comment'
    ? t('entities.surveyResponses.errors.commentRequired')
    : t('entities.surveyResponses.errors.reasonRequired')
}

const isDanger = ({ verb }: Decision): boolean => verb === 'reject'

/**
 * Buttons and keyboard shortcuts for the decisions about a response. The comment can be typed before or after
 * choosing a decision.
 */
export const DecisionBar = ({ record, desk, ...callbacks }: DecisionBarProps) => {
  const { roles } = useSignedInUser()
  const [comment, setComment] = useDraft(record.id)
  /** A decision that waits for its comment. Enter in the field sends it. */
  const [pendingDecision, setPendingDecision] = useState<Decision>()
  const field = useRef<TextAreaRef>(null)
  const id = useId()
  const decisions = decisionsFor(record.status, roles)
  const decide = useDecide(record, callbacks.untilReady, () => setComment(''))
  const { uncertain } = decide
  useUnsaved(() => comment.trim() !== '' || uncertain !== undefined)
  const onDecided = useRef(callbacks.onDecided)
  useEffect(() => {
    onDecided.current = callbacks.onDecided
  })
  const commentMutation = useComment(record.id, () => setComment(''))
  const problem = pendingDecision && findMissing(pendingDecision, comment, record)

  const send = (request: DecisionRequest): void =>
    decide.mutate(
      request,
      // Not called after the bar is unmounted: a user who has moved on is not redirected.
      { onSuccess: (saved) => onDecided.current({ ...request, record: saved }) },
    )

  const chooseDecision = (decision: Decision): void => {
    // Prevents a second decision while the next page loads.
    if (decide.isPending || decide.isSuccess) return
    // An uncertain decision must be resolved before another one is sent.
    if (uncertain && decision.verb !== uncertain.decision.verb) return
    if (uncertain) return send(uncertain)
    if (findMissing(decision, comment, record) === undefined) {
      setPendingDecision(undefined)
      return send({ decision, comment: comment.trim(), version: record.version })
    }
    setPendingDecision(decision)
    field.current?.focus()
  }

  useReviewKeys({
    record,
    onDecision: chooseDecision,
    onComment: () => field.current?.focus(),
  })

  const primary = decisions.findLast(({ verb }) => verb === 'approve' || verb === 'verify')
  return (
    <section className="decision-bar" aria-label={t('entities.surveyResponses.review.title')}>
      {uncertain && !decide.isPending && (
        <UncertainNotice request={uncertain} onRetry={() => send(uncertain)} />
      )}
      <div className="decision-comment">
        <Input.TextArea
          ref={field}
          id={id}
          aria-label={t('entities.surveyResponses.fields.comment')}
          placeholder={t('entities.surveyResponses.review.placeholder')}
          aria-describedby={`${id}-hint`}
          aria-keyshortcuts="c"
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={2000}
          value={comment}
          readOnly={uncertain !== undefined}
          {...(problem && { status: 'error', 'aria-invalid': true })}
          onChange={({ target }) => setComment(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              setPendingDecision(undefined)
              event.currentTarget.blur()
            }
            if (event.key !== 'Enter' || event.shiftKey || !pendingDecision) return
            event.preventDefault()
            chooseDecision(pendingDecision)
          }}
        />
        <p id={`${id}-hint`} role="status" className="decision-hint">
          {problem ??
            (pendingDecision
              ? t(`entities.surveyResponses.review.enter.${pendingDecision.verb}`)
              : isReadOnly(record.status) &&
                t('entities.surveyResponses.errors.readOnly', { status: statusText(record.status) }))}
        </p>
      </div>
      <div className="decision-buttons">
        {comment.trim() !== '' && (
          <Button loading={commentMutation.isPending} onClick={() => commentMutation.mutate(comment.trim())}>
            {t('entities.surveyResponses.review.say')}
          </Button>
        )}
        {desk.goNext && (
          <Button
            type="text"
            loading={desk.isPending}
            aria-keyshortcuts={nextKey}
            onClick={() => desk.goNext?.()}
          >
            {t('entities.review.next')}
            <kbd aria-hidden="true" className="decision-key">
              {nextKey}
            </kbd>
          </Button>
        )}
        {decisions.map((decision) => {
          const key = decisionKeys[decision.verb]
          return (
            <Button
              key={decision.verb}
              type={decision === primary ? 'primary' : 'default'}
              danger={isDanger(decision)}
              disabled={uncertain !== undefined && uncertain.decision.verb !== decision.verb}
              loading={decide.isPending && decide.variables.decision.verb === decision.verb}
              {...(key && { 'aria-keyshortcuts': key })}
              onClick={() => chooseDecision(decision)}
            >
              {t(`entities.surveyResponses.verbs.${decision.verb}`)}
              {key && (
                <kbd aria-hidden="true" className="decision-key">
                  {key}
                </kbd>
              )}
            </Button>
          )
        })}
      </div>
    </section>
  )
}
