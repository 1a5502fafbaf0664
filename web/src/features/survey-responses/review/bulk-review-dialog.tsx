import type { Skipped, StatusJob } from '@baseline/contract/survey-responses/contract.ts'
import { Button, Input, Modal, Progress, Skeleton } from 'antd'
import { useId, useState } from 'react'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import type { BulkVerb } from '../decisions.ts'

interface DryRun {
  count: number
  changes: number
  skipped: Skipped
}

interface BulkReviewDialogProps {
  verb: BulkVerb
  /** Undefined until it is counted. */
  dryRun: DryRun | undefined
  job: StatusJob | undefined
  isStarting: boolean
  onConfirm: (comment: string) => void
  /** The work goes on without the dialog. */
  onClose: () => void
}

/** What the table of the contract asks for on these ways. */
const needsComment = ({ verb }: BulkVerb): boolean => verb !== 'verify' && verb !== 'approve'

/** Without a comment in the question, the count says that one is missing; that is no reason to keep a response. */
const isReason = ({ reason }: Skipped[number]): boolean =>
  reason !== 'commentRequired' && reason !== 'reasonRequired'

const manyOf = (count: number) => (count === 1 ? 'one' : 'many')

const changeText = (changes: number, count: number): string => {
  if (changes === 0) return t('entities.surveyResponses.review.wouldChange.none')
  if (count === 1) return t('entities.surveyResponses.review.wouldChange.one')
  return t('entities.surveyResponses.review.wouldChange.many', {
    changes: formatNumber(changes),
    count: formatNumber(count),
  })
}

const SkippedList = ({ skipped }: { skipped: Skipped }) => {
  const reasons = skipped.filter(isReason)
  if (reasons.length === 0) return null
  return (
    <ul className="bulk-skipped">
      {reasons.map(({ reason, count }) => (
        <li key={reason}>
          {t(`entities.surveyResponses.review.skipped.${manyOf(count)}`, {
            count: formatNumber(count),
            reason: t(`entities.surveyResponses.review.reasons.${reason}`),
          })}
        </li>
      ))}
    </ul>
  )
}

const possible = ({ changes, skipped }: DryRun): number =>
  changes + skipped.filter((one) => !isReason(one)).reduce((sum, { count }) => sum + count, 0)

const Running = ({ job }: { job: StatusJob }) => (
  <>
    <Progress
      percent={job.progress}
      status={job.status === 'FAILED' ? 'exception' : job.status === 'SUCCESS' ? 'success' : 'active'}
      aria-label={t('entities.surveyResponses.review.progress')}
    />
    <p role="status">
      {t('entities.surveyResponses.review.done', {
        done: formatNumber(job.done),
        count: formatNumber(job.count),
      })}
      {job.status === 'START' && ` ${t('entities.surveyResponses.review.mayLeave')}`}
    </p>
    {job.status !== 'START' && <SkippedList skipped={job.skipped} />}
  </>
)

/** First how many it will be and why not the others, then how far it is. It may be closed at any moment. */
export const BulkReviewDialog = ({ verb, dryRun, job, isStarting, ...on }: BulkReviewDialogProps) => {
  const [comment, setComment] = useState('')
  const [complains, setComplains] = useState(false)
  const field = useId()
  const count = dryRun && possible(dryRun)
  const missing = needsComment(verb) && comment.trim() === ''
  const many = manyOf(count ?? 0)
  const action = t(`entities.surveyResponses.review.action.${many}.${verb.verb}`, {
    count: formatNumber(count ?? 0),
  })
  const confirm = () => (missing ? setComplains(true) : on.onConfirm(comment.trim()))
  return (
    <Modal
      open
      title={t(`entities.surveyResponses.verbs.${verb.verb}`)}
      onCancel={on.onClose}
      footer={
        job
          ? [
              <Button key="close" onClick={on.onClose}>
                {job.status === 'START'
                  ? t('entities.surveyResponses.review.leave')
                  : t('entities.surveyResponses.review.close')}
              </Button>,
            ]
          : [
              <Button key="cancel" onClick={on.onClose}>
                {t('common.cancel')}
              </Button>,
              <Button
                key="go"
                type="primary"
                danger={verb.verb === 'reject'}
                disabled={!count}
                loading={isStarting}
                onClick={confirm}
              >
                {action}
              </Button>,
            ]
      }
    >
      {job ? (
        <Running job={job} />
      ) : dryRun ? (
        <>
          <p>{changeText(count ?? 0, dryRun.count)}</p>
          <SkippedList skipped={dryRun.skipped} />
          <label htmlFor={field}>
            {needsComment(verb)
              ? t(`entities.surveyResponses.review.reason.${many}`)
              : t(`entities.surveyResponses.review.comment.${many}`)}
          </label>
          <Input.TextArea
            id={field}
            rows={3}
            maxLength={2000}
            value={comment}
            {...(complains && missing && { status: 'error', 'aria-invalid': true })}
            aria-describedby={`${field}-problem`}
            onChange={({ target }) => setComment(target.value)}
          />
          <p id={`${field}-problem`} role="alert" className="field-problem">
            {complains && missing && t('entities.surveyResponses.errors.reasonRequired')}
          </p>
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 2 }} title={false} />
      )}
    </Modal>
  )
}
