import type { HistoryEntry } from '@baseline/contract/survey-responses/contract.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { Alert } from 'antd'

import { t } from '#platform/i18n.ts'
import { formatInstant } from '#platform/time.ts'
import { useTimeZone } from '#platform/ui/time-zone.tsx'

const explainedStatuses = ['returned', 'onHold', 'rejected'] as const satisfies readonly ResponseStatus[]

interface ReasonBannerProps {
  status: ResponseStatus
  history: readonly HistoryEntry[]
}

/** Returns the decision that led to the status of a response. Skips an undo that restored the status. */
export const decisionBehind = (
  status: ResponseStatus,
  history: readonly HistoryEntry[],
): HistoryEntry | undefined =>
  history.find(
    ({ isUndo, changes }) =>
      !isUndo && changes.some(({ field, after }) => field === 'status' && after === status),
  )

/** Shows who returned, held or rejected a response, when and why. */
export const ReasonBanner = ({ status, history }: ReasonBannerProps) => {
  const timeZone = useTimeZone()
  const explainedStatus = explainedStatuses.find((one) => one === status)
  const decision = explainedStatus && decisionBehind(explainedStatus, history)
  if (!explainedStatus || !decision) return null
  const facts = { who: decision.createdByEmail, when: formatInstant(decision.timestamp, timeZone) }
  return (
    <Alert
      className="reason-banner"
      role="note"
      type={explainedStatus === 'rejected' ? 'error' : 'warning'}
      showIcon
      title={
        <>
          <p>{t(`entities.surveyResponses.review.banner.${explainedStatus}`, facts)}</p>
          <p className="reason-words">{decision.comment}</p>
        </>
      }
    />
  )
}
