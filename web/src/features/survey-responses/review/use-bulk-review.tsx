import type { Request } from '@baseline/contract/http.ts'
import { changeManyStatuses, getStatusJob } from '@baseline/contract/survey-responses/contract.ts'
import type { StatusJob } from '@baseline/contract/survey-responses/contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, useState } from 'react'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { tellHere } from '#platform/tell-here.ts'
import { formatNumber } from '#platform/time.ts'
import { toast } from '#platform/ui/toast.tsx'

import type { BulkVerb } from '../decisions.ts'
import { surveyResponsesList } from '../list.ts'

/** Those named, or all that a filter finds. */
export type Meant =
  | { ids: string[] }
  | { filter: NonNullable<Request<typeof changeManyStatuses>['body']['filter']> }

const BulkReviewDialog = lazy(async () => ({
  default: (await import('./bulk-review-dialog.tsx')).BulkReviewDialog,
}))

const pollMs = 1000

const tellEnd = ({ status, changed }: StatusJob): void => {
  if (status === 'FAILED') toast.error(t('entities.surveyResponses.review.failed'))
  else if (changed === 1) toast.success(t('entities.surveyResponses.review.changed.one'))
  else toast.success(t('entities.surveyResponses.review.changed.many', { count: formatNumber(changed) }))
}

/** Follows a job until it ends, whether or not somebody is looking. */
const useJob = (first: StatusJob | undefined, onEnd: () => void): StatusJob | undefined => {
  const { data } = useQuery({
    queryKey: ['status-job', first?.id],
    queryFn: ({ signal }) => call(getStatusJob, { params: { jobId: first?.id ?? '' }, signal }),
    enabled: first !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'START' ? false : pollMs),
    staleTime: 0,
  })
  const job = data ?? first
  const ended = job !== undefined && job.status !== 'START' ? job : undefined
  useEffect(() => {
    if (!ended) return
    tellEnd(ended)
    onEnd()
    // Once per job, however often the page is rendered meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ended?.id])
  return job
}

/** Counts first, asks, and then follows the work of a bulk review. spec §4 */
export const useBulkReview = () => {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<{ verb: BulkVerb; meant: Meant }>()
  const [started, setStarted] = useState<StatusJob>()
  const job = useJob(started, () => {
    void queries.invalidateQueries({ queryKey: listKey(surveyResponsesList.name) })
    void queries.invalidateQueries({ queryKey: ['survey-responses'] })
  })
  const count = useMutation({
    mutationFn: async ({ verb, meant }: { verb: BulkVerb; meant: Meant }) => {
      const answer = await call(changeManyStatuses, { body: { ...meant, status: verb.to, dryRun: true } })
      return 'dryRun' in answer ? answer : undefined
    },
    onError: (error) => {
      setAsked(undefined)
      tellHere(error)
    },
    meta: { handlesErrors: true },
  })
  const begin = useMutation({
    mutationFn: async ({ verb, meant, comment }: { verb: BulkVerb; meant: Meant; comment: string }) => {
      const answer = await call(changeManyStatuses, {
        body: { ...meant, status: verb.to, ...(comment && { comment }) },
      })
      return 'dryRun' in answer ? undefined : answer
    },
    onSuccess: (answer) => setStarted(answer),
    onError: tellHere,
    meta: { handlesErrors: true },
  })
  const start = (verb: BulkVerb, meant: Meant) => {
    setStarted(undefined)
    begin.reset()
    setAsked({ verb, meant })
    count.mutate({ verb, meant })
  }
  return {
    start,
    dialog: asked && (
      <Suspense>
        <BulkReviewDialog
          verb={asked.verb}
          dryRun={count.data}
          job={job}
          isStarting={begin.isPending}
          onConfirm={(comment) => begin.mutate({ ...asked, comment })}
          onClose={() => setAsked(undefined)}
        />
      </Suspense>
    ),
  }
}
