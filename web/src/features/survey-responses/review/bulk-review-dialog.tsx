import type { StatusJob } from '@baseline/contract/survey-responses/contract.ts'
import type { UndoJob } from '@baseline/contract/survey-responses/undo.ts'
import { Button, Input, Modal, Progress, Skeleton } from 'antd'
import { useId, useState } from 'react'

import { t } from '#platform/i18n.ts'
import type { Filter } from '#platform/list/filter-fields.ts'
import { formatNumber } from '#platform/time.ts'

import type { BulkVerb } from '../decisions.ts'
import { changedText, countPossible, needsComment, pluralForm, wouldChangeText } from './bulk-review-texts.ts'
import type { DryRun } from './bulk-review-texts.ts'
import { BulkSelection } from './bulk-selection.tsx'
import { SkippedList } from './skipped-list.tsx'
import { UndoResult } from './undo-result.tsx'
import { useUndoKey } from './use-undo-key.ts'

import './bulk-review.css'

interface BulkReviewDialogProps {
  verb: BulkVerb
  /** The filter whose whole result is reviewed; absent for rows selected one by one. */
  filter: Filter | undefined
  /** Undefined until the responses are counted. */
  dryRun: DryRun | undefined
  job: StatusJob | undefined
  undo: UndoJob | undefined
  isStarting: boolean
  onConfirm: (comment: string) => void
  onUndo: () => void
  /** The job continues without the dialog. */
  onClose: () => void
}

const JobProgress = ({ job, verb }: { job: StatusJob; verb: BulkVerb }) => (
  <>
    <Progress
      percent={job.progress}
      status={job.status === 'FAILED' ? 'exception' : job.status === 'SUCCESS' ? 'success' : 'active'}
      aria-label={t('entities.surveyResponses.review.progress')}
    />
    <p role="status">
      {job.status === 'START'
        ? `${t('entities.surveyResponses.review.done', {
            done: formatNumber(job.done),
            count: formatNumber(job.count),
          })} ${t('entities.surveyResponses.review.mayLeave')}`
        : changedText(verb, job.changed)}
    </p>
    {job.status === 'FAILED' && <p role="alert">{t('entities.surveyResponses.review.failed')}</p>}
    {job.status !== 'START' && <SkippedList skipped={job.skipped} />}
  </>
)

interface ConfirmFormProps {
  verb: BulkVerb
  filter: Filter | undefined
  dryRun: DryRun
  comment: string
  onComment: (comment: string) => void
  problem: string | undefined
}

const ConfirmForm = ({ verb, filter, dryRun, comment, onComment, problem }: ConfirmFormProps) => {
  const field = useId()
  const count = countPossible(dryRun)
  return (
    <>
      <p className="bulk-selection">
        <BulkSelection count={dryRun.count} filter={filter} />
      </p>
      <p>{wouldChangeText(count, dryRun.count)}</p>
      <SkippedList skipped={dryRun.skipped} />
      <label htmlFor={field}>
        {needsComment(verb)
          ? t(`entities.surveyResponses.review.reason.${pluralForm(count)}`)
          : t(`entities.surveyResponses.review.comment.${pluralForm(count)}`)}
      </label>
      <Input.TextArea
        id={field}
        rows={3}
        maxLength={2000}
        value={comment}
        {...(problem !== undefined && { status: 'error', 'aria-invalid': true })}
        aria-describedby={`${field}-problem`}
        onChange={({ target }) => onComment(target.value)}
      />
      <p id={`${field}-problem`} role="alert" className="field-problem">
        {problem}
      </p>
    </>
  )
}

/** Button style: primary for approve and verify, neutral for return and hold, danger for reject. */
const toneOf = ({ verb }: BulkVerb) => {
  if (verb === 'reject') return { type: 'primary', danger: true } as const
  return verb === 'return' || verb === 'hold'
    ? ({ type: 'default' } as const)
    : ({ type: 'primary' } as const)
}

const hasEnded = (job: { status: StatusJob['status'] } | undefined): boolean =>
  job !== undefined && job.status !== 'START'

type ResultFooterProps = Pick<BulkReviewDialogProps, 'job' | 'undo' | 'onUndo' | 'onClose'>

const ResultFooter = ({ job, undo, onUndo, onClose }: ResultFooterProps) => {
  const mayUndo = !undo && job !== undefined && hasEnded(job) && job.changed > 0
  useUndoKey(mayUndo ? onUndo : undefined, { inDialog: true })
  return (
    <>
      {mayUndo && (
        <Button aria-keyshortcuts="z" onClick={onUndo}>
          {t('entities.surveyResponses.review.undo.action')}
          <kbd aria-hidden="true" className="toast-key">
            z
          </kbd>
        </Button>
      )}
      <Button onClick={onClose}>
        {hasEnded(undo ?? job)
          ? t('entities.surveyResponses.review.close')
          : t('entities.surveyResponses.review.leave')}
      </Button>
    </>
  )
}

const titleOf = ({ verb, undo }: BulkReviewDialogProps): string =>
  undo ? t('entities.surveyResponses.review.undo.title') : t(`entities.surveyResponses.verbs.${verb.verb}`)

/**
 * Shows how many responses will change and why others are skipped, then the progress and the undo. Can be
 * closed at any time.
 */
export const BulkReviewDialog = (props: BulkReviewDialogProps) => {
  const { verb, filter, dryRun, job, undo, isStarting, onConfirm, onUndo, onClose } = props
  const [comment, setComment] = useState('')
  const [showsProblem, setShowsProblem] = useState(false)
  const count = dryRun ? countPossible(dryRun) : 0
  const isCommentMissing = needsComment(verb) && comment.trim() === ''
  const confirmFooter = [
    <Button key="cancel" onClick={onClose}>
      {t('common.cancel')}
    </Button>,
    <Button
      key="go"
      {...toneOf(verb)}
      disabled={count === 0}
      loading={isStarting}
      onClick={() => (isCommentMissing ? setShowsProblem(true) : onConfirm(comment.trim()))}
    >
      {t(`entities.surveyResponses.review.action.${pluralForm(count)}.${verb.verb}`, {
        count: formatNumber(count),
      })}
    </Button>,
  ]
  return (
    <Modal
      open
      title={titleOf(props)}
      onCancel={onClose}
      footer={job || undo ? <ResultFooter {...{ job, undo, onUndo, onClose }} /> : confirmFooter}
    >
      {undo ? (
        <UndoResult undo={undo} />
      ) : job ? (
        <JobProgress job={job} verb={verb} />
      ) : dryRun ? (
        <ConfirmForm
          {...{ verb, filter, dryRun, comment }}
          onComment={setComment}
          problem={
            showsProblem && isCommentMissing ? t('entities.surveyResponses.errors.reasonRequired') : undefined
          }
        />
      ) : (
        <Skeleton active paragraph={{ rows: 2 }} title={false} />
      )}
    </Modal>
  )
}
