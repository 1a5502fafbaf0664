import type { OwnResponse } from '@baseline/contract/own-responses/contract.ts'
import { statusMarks } from '@baseline/contract/survey-responses/status-marks.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { Button, Skeleton } from 'antd'
import { useId } from 'react'

import { t } from '#platform/i18n.ts'
import { ListFailure } from '#platform/list/list-states.tsx'
import { formatInstant } from '#platform/time.ts'
import { Mark } from '#platform/ui/mark.tsx'

import { useInterviews } from './use-own-responses.ts'

const Interview = ({ interview }: { interview: OwnResponse }) => {
  const { displayId, surveyLabel, village, surveyDate, receivedAt, status, returnReason, isLate } = interview
  return (
    <li className="own-interview">
      <div className="own-interview-head">
        <strong>{village ?? t('entities.ownResponses.noVillage')}</strong>
        <Mark {...statusMarks[status]}>{t(`entities.surveyResponses.statuses.${status}`)}</Mark>
      </div>
      <div>
        <code>{displayId}</code> · {surveyDate ?? t('entities.ownResponses.noDate')}
      </div>
      {returnReason !== null && (
        <div className="own-reason">
          <strong>{t('entities.ownResponses.returned.reason')}</strong>
          <p>{returnReason}</p>
        </div>
      )}
      <div className="own-note">
        {surveyLabel} · {t('entities.ownResponses.received', { time: formatInstant(receivedAt) })}
      </div>
      {isLate && <div className="own-note">{t('entities.ownResponses.late')}</div>}
    </li>
  )
}

interface InterviewListProps {
  title: string
  hint?: string
  status: readonly ResponseStatus[]
  /** Whether the page already shows a failed refetch. */
  hasFailure: boolean
}

/** Interviews with some statuses, last received first. Renders nothing if the list is empty. */
export const InterviewList = ({ title, hint, status, hasFailure }: InterviewListProps) => {
  const titleId = useId()
  const { interviews, hasMore, showMore, isLoadingMore, failure, refetchFailure, refetch } =
    useInterviews(status)
  if (interviews?.length === 0) return null
  return (
    <section aria-labelledby={titleId} aria-busy={interviews === undefined}>
      <h2 id={titleId}>{title}</h2>
      {hint !== undefined && <p className="own-note">{hint}</p>}
      {interviews && refetchFailure && !hasFailure && (
        <ListFailure error={refetchFailure} onRetry={refetch} />
      )}
      {interviews ? (
        <ul className="own-interviews">
          {interviews.map((interview) => (
            <Interview key={`${interview.displayId} ${interview.receivedAt}`} interview={interview} />
          ))}
        </ul>
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      )}
      {failure !== undefined && <ListFailure error={failure} onRetry={showMore} />}
      {hasMore && failure === undefined && (
        <Button block loading={isLoadingMore} onClick={showMore}>
          {t('entities.ownResponses.more')}
        </Button>
      )}
    </section>
  )
}
