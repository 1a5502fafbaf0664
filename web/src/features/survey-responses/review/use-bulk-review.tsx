import type { CallInput } from '@baseline/contract/http.ts'
import { changeManyStatuses, getStatusJob } from '@baseline/contract/survey-responses/contract.ts'
import type { StatusJob } from '@baseline/contract/survey-responses/contract.ts'
import { getUndoJob, undoReview } from '@baseline/contract/survey-responses/undo.ts'
import type { UndoJob } from '@baseline/contract/survey-responses/undo.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'

import { call } from '#platform/api.ts'
import { isUncertain } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import type { Filter } from '#platform/list/filter-fields.ts'
import { listKey } from '#platform/list/use-list.ts'
import { useSignedInUser } from '#platform/session.ts'
import { toastError } from '#platform/toast-error.ts'
import { toast } from '#platform/ui/toast.tsx'

import type { BulkVerb } from '../decisions.ts'
import { surveyResponsesList } from '../list.ts'
import { changedText } from './bulk-review-texts.ts'
import { forgetUndoable, rememberUndoable } from './undo-stack.ts'
import type { UndoableReview } from './undo-stack.ts'

/** Responses by id, or all results of a filter. */
type ReviewTarget =
  | { ids: string[] }
  | { filter: NonNullable<CallInput<typeof changeManyStatuses>['body']['filter']> }

interface ReviewRequest {
  verb: BulkVerb
  target: ReviewTarget
  /** The filter of the list, which the dialog shows as text. */
  filter: Filter | undefined
}

/** The subject of the dialog. `target` is absent for an undo that starts after the dialog was closed. */
interface DialogSubject {
  verb: BulkVerb
  filter: Filter | undefined
  target?: ReviewTarget
}

const BulkReviewDialog = lazy(async () => ({
  default: (await import('./bulk-review-dialog.tsx')).BulkReviewDialog,
}))

const pollMs = 1000

/** Polls a job until it ends, even if its dialog is closed. Calls `onEnd` once per job. */
const usePolledJob = <J extends Pick<StatusJob, 'id' | 'status'>>(
  name: string,
  startedJob: J | undefined,
  { load, onEnd }: { load: (id: string, signal: AbortSignal) => Promise<J>; onEnd: (job: J) => void },
): J | undefined => {
  const { data } = useQuery({
    queryKey: [name, startedJob?.id],
    queryFn: ({ signal }) => load(startedJob?.id ?? '', signal),
    enabled: startedJob !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'START' ? false : pollMs),
    staleTime: 0,
  })
  const job = data ?? startedJob
  const endedJob = job !== undefined && job.status !== 'START' ? job : undefined
  useEffect(() => {
    if (endedJob) onEnd(endedJob)
    // Runs once per job, not on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [endedJob?.id])
  return job
}

/**
 * Idempotency keys by comment, reset with each dialog. Confirming again after a lost response starts no
 * second review.
 */
const useIdempotencyKeys = () => {
  const keys = useRef(new Map<string, string>())
  return {
    reset: () => keys.current.clear(),
    keyOf: (comment: string): string => {
      const key = keys.current.get(comment) ?? crypto.randomUUID()
      keys.current.set(comment, key)
      return key
    },
  }
}

/** Runs a bulk review: dry run, confirmation, progress and undo. spec §4 */
export const useBulkReview = () => {
  const queries = useQueryClient()
  const { id: userId } = useSignedInUser()
  const [subject, setSubject] = useState<DialogSubject>()
  const [isOpen, setOpen] = useState(false)
  const [startedJob, setStartedJob] = useState<StatusJob>()
  const [startedUndo, setStartedUndo] = useState<UndoJob>()
  const undoable = useRef<UndoableReview>(undefined)
  const keys = useIdempotencyKeys()
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: listKey(surveyResponsesList.name) })
    void queries.invalidateQueries({ queryKey: ['survey-responses'] })
  }

  const undo = useMutation({
    mutationFn: (review: UndoableReview) =>
      call(undoReview, { params: { jobId: review.job.id }, idempotencyKey: review.key }),
    onMutate: (review) => {
      undoable.current = review
      setSubject({ filter: undefined, ...subject, verb: review.verb })
      setStartedJob(review.job)
      setOpen(true)
    },
    onSuccess: (answer, review) => {
      forgetUndoable(review)
      setStartedUndo(answer)
    },
    onError: (error, review) => {
      if (!isUncertain(error)) forgetUndoable(review)
      toastError(error)
    },
    meta: { handlesErrors: true },
  })

  const startUndo = (review: UndoableReview | undefined): void => {
    if (review && !undo.isPending) undo.mutate(review)
  }

  const reportEnd = (job: StatusJob, verb: BulkVerb): void => {
    const review: UndoableReview = { kind: 'many', userId, key: crypto.randomUUID(), verb, job }
    if (job.changed > 0) {
      undoable.current = review
      rememberUndoable(review)
    }
    // An open dialog shows the result itself.
    if (isOpen) return
    if (job.status === 'FAILED') toast.error(t('entities.surveyResponses.review.failed'))
    else
      toast.success(
        changedText(verb, job.changed),
        job.changed > 0
          ? {
              label: t('entities.surveyResponses.review.undo.action'),
              shortcut: 'z',
              onAct: () => startUndo(review),
            }
          : undefined,
      )
  }

  const job = usePolledJob('status-job', startedJob, {
    load: (jobId, signal) => call(getStatusJob, { params: { jobId }, signal }),
    onEnd: (endedJob) => {
      refresh()
      if (subject && undoable.current?.job.id !== endedJob.id) reportEnd(endedJob, subject.verb)
    },
  })
  const undoJob = usePolledJob('undo-job', startedUndo, {
    load: (jobId, signal) => call(getUndoJob, { params: { jobId }, signal }),
    onEnd: refresh,
  })

  const dryRun = useMutation({
    mutationFn: async ({ verb, target }: ReviewRequest) => {
      const answer = await call(changeManyStatuses, { body: { ...target, status: verb.to, dryRun: true } })
      return 'dryRun' in answer ? answer : undefined
    },
    onError: (error) => {
      setOpen(false)
      toastError(error)
    },
    meta: { handlesErrors: true },
  })
  const startReview = useMutation({
    mutationFn: async ({
      verb,
      target,
      comment,
    }: {
      verb: BulkVerb
      target: ReviewTarget
      comment: string
    }) => {
      const answer = await call(changeManyStatuses, {
        body: { ...target, status: verb.to, ...(comment && { comment }) },
        idempotencyKey: keys.keyOf(comment),
      })
      return 'dryRun' in answer ? undefined : answer
    },
    onSuccess: (answer) => setStartedJob(answer),
    onError: toastError,
    meta: { handlesErrors: true },
  })
  const start = (request: ReviewRequest) => {
    setStartedJob(undefined)
    setStartedUndo(undefined)
    startReview.reset()
    keys.reset()
    setSubject(request)
    setOpen(true)
    dryRun.mutate(request)
  }
  return {
    start,
    undo: startUndo,
    dialog: isOpen && subject && (
      <Suspense>
        <BulkReviewDialog
          verb={subject.verb}
          filter={subject.filter}
          dryRun={dryRun.data}
          job={job}
          undo={undoJob}
          isStarting={startReview.isPending}
          onConfirm={(comment) =>
            subject.target && startReview.mutate({ verb: subject.verb, target: subject.target, comment })
          }
          onUndo={() => startUndo(undoable.current)}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  }
}
