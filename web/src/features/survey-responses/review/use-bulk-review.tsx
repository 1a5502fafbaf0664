import type { Request } from '@baseline/contract/http.ts'
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
import { tellHere } from '#platform/tell-here.ts'
import { toast } from '#platform/ui/toast.tsx'

import type { BulkVerb } from '../decisions.ts'
import { surveyResponsesList } from '../list.ts'
import { changedText } from './bulk-review-words.ts'
import { forgetUndoable, rememberUndoable } from './undo-stack.ts'
import type { UndoableReview } from './undo-stack.ts'

/** Responses by id, or all results of a filter. */
type Meant = { ids: string[] } | { filter: NonNullable<Request<typeof changeManyStatuses>['body']['filter']> }

interface Asked {
  verb: BulkVerb
  meant: Meant
  /** The filter of the list, which the dialog shows as text. */
  filter: Filter | undefined
}

/** The subject of the dialog. `meant` is absent for an undo that starts after the dialog was closed. */
interface Shown {
  verb: BulkVerb
  filter: Filter | undefined
  meant?: Meant
}

const BulkReviewDialog = lazy(async () => ({
  default: (await import('./bulk-review-dialog.tsx')).BulkReviewDialog,
}))

const pollMs = 1000

/** Polls a job until it ends, even if its dialog is closed. Calls `onEnd` once per job. */
const useFollowed = <J extends Pick<StatusJob, 'id' | 'status'>>(
  name: string,
  first: J | undefined,
  { load, onEnd }: { load: (id: string, signal: AbortSignal) => Promise<J>; onEnd: (job: J) => void },
): J | undefined => {
  const { data } = useQuery({
    queryKey: [name, first?.id],
    queryFn: ({ signal }) => load(first?.id ?? '', signal),
    enabled: first !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'START' ? false : pollMs),
    staleTime: 0,
  })
  const job = data ?? first
  const ended = job !== undefined && job.status !== 'START' ? job : undefined
  useEffect(() => {
    if (ended) onEnd(ended)
    // Runs once per job, not on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ended?.id])
  return job
}

/**
 * Idempotency keys by comment, reset with each dialog. Confirming again after a lost response starts no
 * second review.
 */
const useKeys = () => {
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
  const [shown, setShown] = useState<Shown>()
  const [isOpen, setOpen] = useState(false)
  const [started, setStarted] = useState<StatusJob>()
  const [undoing, setUndoing] = useState<UndoJob>()
  const undoable = useRef<UndoableReview>(undefined)
  const keys = useKeys()
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: listKey(surveyResponsesList.name) })
    void queries.invalidateQueries({ queryKey: ['survey-responses'] })
  }

  const undo = useMutation({
    mutationFn: (asked: UndoableReview) =>
      call(undoReview, { params: { jobId: asked.job.id }, idempotencyKey: asked.key }),
    onMutate: (asked) => {
      undoable.current = asked
      setShown({ filter: undefined, ...shown, verb: asked.verb })
      setStarted(asked.job)
      setOpen(true)
    },
    onSuccess: (answer, asked) => {
      forgetUndoable(asked)
      setUndoing(answer)
    },
    onError: (error, asked) => {
      if (!isUncertain(error)) forgetUndoable(asked)
      tellHere(error)
    },
    meta: { handlesErrors: true },
  })

  const askUndo = (asked: UndoableReview | undefined): void => {
    if (asked && !undo.isPending) undo.mutate(asked)
  }

  const tellEnd = (job: StatusJob, verb: BulkVerb): void => {
    const asked: UndoableReview = { kind: 'many', userId, key: crypto.randomUUID(), verb, job }
    if (job.changed > 0) {
      undoable.current = asked
      rememberUndoable(asked)
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
              onAct: () => askUndo(asked),
            }
          : undefined,
      )
  }

  const job = useFollowed('status-job', started, {
    load: (jobId, signal) => call(getStatusJob, { params: { jobId }, signal }),
    onEnd: (ended) => {
      refresh()
      if (shown && undoable.current?.job.id !== ended.id) tellEnd(ended, shown.verb)
    },
  })
  const undone = useFollowed('undo-job', undoing, {
    load: (jobId, signal) => call(getUndoJob, { params: { jobId }, signal }),
    onEnd: refresh,
  })

  const count = useMutation({
    mutationFn: async ({ verb, meant }: Asked) => {
      const answer = await call(changeManyStatuses, { body: { ...meant, status: verb.to, dryRun: true } })
      return 'dryRun' in answer ? answer : undefined
    },
    onError: (error) => {
      setOpen(false)
      tellHere(error)
    },
    meta: { handlesErrors: true },
  })
  const begin = useMutation({
    mutationFn: async ({ verb, meant, comment }: { verb: BulkVerb; meant: Meant; comment: string }) => {
      const answer = await call(changeManyStatuses, {
        body: { ...meant, status: verb.to, ...(comment && { comment }) },
        idempotencyKey: keys.keyOf(comment),
      })
      return 'dryRun' in answer ? undefined : answer
    },
    onSuccess: (answer) => setStarted(answer),
    onError: tellHere,
    meta: { handlesErrors: true },
  })
  const start = (asked: Asked) => {
    setStarted(undefined)
    setUndoing(undefined)
    begin.reset()
    keys.reset()
    setShown(asked)
    setOpen(true)
    count.mutate(asked)
  }
  return {
    start,
    undo: askUndo,
    dialog: isOpen && shown && (
      <Suspense>
        <BulkReviewDialog
          verb={shown.verb}
          filter={shown.filter}
          dryRun={count.data}
          job={job}
          undo={undone}
          isStarting={begin.isPending}
          onConfirm={(comment) =>
            shown.meant && begin.mutate({ verb: shown.verb, meant: shown.meant, comment })
          }
          onUndo={() => askUndo(undoable.current)}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  }
}
