import { can } from '@baseline/contract/permissions.ts'
import type { ReviewState } from '@baseline/contract/survey-responses/desk.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { waitingStatuses } from '@baseline/contract/survey-responses/status.ts'
import { useQueryClient } from '@tanstack/react-query'

import { t } from '#platform/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { useSignedInUser } from '#platform/session.ts'
import { toast } from '#platform/ui/toast.tsx'

import type { ListAddress } from '../paths.ts'
import { responseKey } from '../response-key.ts'
import { deskPaths, queueOf } from './paths.ts'
import { useNext } from './use-next.ts'
import { useReviewClaim } from './use-review-claim.ts'

export interface Desk {
  /** The address of the queue that the response was opened from. */
  queue: ListAddress | undefined
  review: ReviewState | undefined
  /** Opens the next response of the queue; undefined for users who may not review. */
  goNext: (() => void) | undefined
  isPending: boolean
  /** After a decision: opens the next response, or the queue after the last one. */
  continueQueue: (() => void) | undefined
}

/** The review queue in the view of a response. */
export const useDesk = (id: string, record: SurveyResponse | undefined, address: ListAddress): Desk => {
  const queue = queueOf(address)
  const mayReview = can(useSignedInUser(), 'surveyResponsesReview')
  const go = useGo()
  const queries = useQueryClient()
  const review = useReviewClaim(id, {
    claims: queue !== undefined,
    isWaiting: waitingStatuses.some((status) => status === record?.status),
  })
  const showNone = () => toast.success(t('entities.review.none'))
  const { goNext, isPending } = useNext(queue ?? {}, () => {
    showNone()
    // The call has released this response.
    void queries.invalidateQueries({ queryKey: [...responseKey(id), 'review'] })
  })
  const afterDecision = useNext(queue ?? {}, () => {
    showNone()
    go(deskPaths.queue(queue))
  })
  return {
    queue,
    review,
    goNext: mayReview ? () => goNext(id) : undefined,
    isPending: isPending || afterDecision.isPending,
    continueQueue: queue && (() => afterDecision.goNext()),
  }
}
