import type { Duplicates } from '@baseline/contract/survey-responses/duplicates.ts'
import { listDuplicates, rejectDuplicates } from '@baseline/contract/survey-responses/duplicates.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { undoResponseStatus } from '@baseline/contract/survey-responses/undo.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { ApiError } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { useGo } from '#platform/navigation.ts'
import { formatNumber } from '#platform/time.ts'
import { toastError } from '#platform/toast-error.ts'
import { toast } from '#platform/ui/toast.tsx'

import { surveyResponsesList } from '../list.ts'
import { paths } from '../paths.ts'
import type { ListAddress } from '../paths.ts'
import { responseKey } from '../response-key.ts'

const duplicatesQuery = (id: string) =>
  queryOptions({
    queryKey: [...responseKey(id), 'duplicates'],
    queryFn: ({ signal }) => call(listDuplicates, { params: { id }, signal }),
  })

/** Returns the responses that are linked with a response as duplicates. */
export const useDuplicates = (id: string): Duplicates | undefined => useQuery(duplicatesQuery(id)).data

interface Choice {
  kept: SurveyResponse
  others: readonly SurveyResponse[]
}

/** Keeps one of several responses, opens it, and offers to undo it. `address`: the list or the review queue. */
export const useKeep = (address: ListAddress) => {
  const queries = useQueryClient()
  const go = useGo()
  const reload = ({ kept, others }: Choice) => {
    for (const { id } of [kept, ...others]) void queries.invalidateQueries({ queryKey: responseKey(id) })
    void queries.invalidateQueries({ queryKey: listKey(surveyResponsesList.name) })
  }
  const undo = useMutation({
    mutationFn: async ({ others }: Choice) => {
      for (const { id } of others) await call(undoResponseStatus, { params: { id } })
    },
    onSuccess: () => toast.success(t('entities.surveyResponses.duplicates.undone')),
    onSettled: (_result, _error, choice) => reload(choice),
    onError: toastError,
    meta: { handlesErrors: true },
  })
  return useMutation({
    mutationFn: ({ kept, others }: Choice) =>
      call(rejectDuplicates, {
        params: { id: kept.id },
        body: { others: others.map(({ id, version }) => ({ id, version })) },
        ifMatch: kept.version,
      }),
    onSuccess: (_links, choice) => {
      const { kept, others } = choice
      reload(choice)
      go(paths.view(kept.id, address))
      toast.success(
        others.length === 1
          ? t('entities.surveyResponses.duplicates.done.one', { kept: kept.displayId })
          : t('entities.surveyResponses.duplicates.done.many', {
              kept: kept.displayId,
              count: formatNumber(others.length),
            }),
        {
          label: t('entities.surveyResponses.review.undo.action'),
          onAct: () => undo.mutate(choice),
        },
      )
    },
    onError: (error, choice) => {
      toastError(error)
      // Loads the newer versions, which the user must see before deciding.
      if (error instanceof ApiError) reload(choice)
    },
    meta: { handlesErrors: true },
  })
}
