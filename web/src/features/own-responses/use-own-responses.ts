import { getOwnFigures, listOwnResponses } from '@baseline/contract/own-responses/contract.ts'
import type { OwnFigures } from '@baseline/contract/own-responses/contract.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { usePreviousData } from '#platform/list/use-previous-data.ts'

/** Refetches when the enumerator returns to the tab, for example from ODK Collect. */
const options = { refetchOnWindowFocus: true, meta: { handlesErrors: true } }

export const useFigures = (): OwnFigures | undefined => {
  const query = useQuery({
    queryKey: ['own-responses', 'figures'],
    queryFn: ({ signal }) => call(getOwnFigures, { signal }),
    ...options,
  })
  return usePreviousData<OwnFigures>(query)
}

export const useInterviews = (status: readonly ResponseStatus[]) => {
  const query = useInfiniteQuery({
    queryKey: ['own-responses', status],
    queryFn: ({ pageParam: before, signal }) =>
      call(listOwnResponses, {
        query: { filter: { status: [...status] }, ...(before && { before }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...options,
  })
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError, error } = query
  return {
    interviews: usePreviousData(query)?.pages.flatMap(({ rows }) => rows),
    hasMore: hasNextPage,
    showMore: () => void fetchNextPage(),
    isLoadingMore: isFetchingNextPage,
    /** The error of the last attempt to load more. */
    failure: isFetchNextPageError ? error : undefined,
  }
}
