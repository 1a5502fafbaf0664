import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { refuseStatus } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { useEffect, useRef } from 'react'

import { t, textOf } from '#platform/i18n.ts'
import { ignoresKeys } from '#platform/list/list-keys.ts'
import { useSignedInUser } from '#platform/session.ts'
import { toast } from '#platform/ui/toast.tsx'

import { decisionKeys, decisionsFor } from '../decisions.ts'
import type { Decision } from '../decisions.ts'
import { statusText } from '../response-status.tsx'

interface ReviewKeys {
  record: SurveyResponse
  onDecision: (decision: Decision) => void
  onComment: () => void
}

const targets: Readonly<Record<string, ResponseStatus>> = {
  r: 'returned',
  h: 'onHold',
  v: 'verified',
  a: 'approved',
}

/** Handles single-letter shortcuts, except in text inputs, menus and dialogs. */
export const useLetterKeys = (onKey: (key: string) => (() => void) | undefined) => {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return
      if (ignoresKeys(event.target)) return
      const action = latest.current(event.key)
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/**
 * Shortcuts: r, h, v and a decide, c focuses the comment. A decision that is not possible shows the reason.
 */
export const useReviewKeys = ({ record, onDecision, onComment }: ReviewKeys) => {
  const { roles } = useSignedInUser()
  useLetterKeys((key) => {
    if (key === 'c') return onComment
    const to = Object.hasOwn(targets, key) ? targets[key] : undefined
    if (to === undefined) return undefined
    const decision = decisionsFor(record.status, roles).find(({ verb }) => decisionKeys[verb] === key)
    if (decision) return () => onDecision(decision)
    const refusal =
      refuseStatus({ from: record.status, to, roles, comment: null, hasEndTime: record.endTime !== null }) ??
      'transition'
    const texts = { from: statusText(record.status), to: statusText(to) }
    return () =>
      toast.error(
        textOf(`entities.surveyResponses.errors.${refusal}`, texts) ??
          t('entities.surveyResponses.errors.transition', texts),
      )
  })
}
