import { getOwnFigures, listOwnResponses } from '@baseline/contract/own-responses/contract.ts'
import type { OwnFigures } from '@baseline/contract/own-responses/contract.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { usePreviousData } from '#platform/list/use-previous-data.ts'

/** Refetches when the enumerator returns to the tab, for example from ODK Collect. */
const options = { refetchOnWindowFocus: true, meta: { handlesErrors: true } }

const keyOfAll = ['own-responses']

export const useFigures = () => {
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: [...keyOfAll, 'figures'],
    queryFn: ({ signal }) => call(getOwnFigures, { signal }),
    ...options,
  })
  return {
    figures: usePreviousData<OwnFigures>(query),
    /** The error of the last refetch. */
    failure: query.error,
    /** Also refetches the interviews, because their calls usually fail together. */
    retry: () => void queries.invalidateQueries({ queryKey: keyOfAll }),
  }
}

export const useInterviews = (status: readonly ResponseStatus[]) => {
  const query = useInfiniteQuery({
    queryKey: [...keyOfAll, status],
    queryFn: ({ pageParam: before, signal }) =>
      call(listOwnResponses, {
        query: { filter: { status: [...status] }, ...(before && { before }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...options,
  })
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError, error, refetch } = query
  return {
    interviews: usePreviousData(query)?.pages.flatMap(({ rows }) => rows),
    hasMore: hasNextPage,
    showMore: () => void fetchNextPage(),
    isLoadingMore: isFetchingNextPage,
    /** The error of the last attempt to load more. */
    failure: isFetchNextPageError ? error : undefined,
    /** The error of the last refetch. */
    refetchFailure: isFetchNextPageError ? undefined : (error ?? undefined),
    refetch: () => void refetch(),
  }
}
