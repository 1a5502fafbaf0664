import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { useDebounced } from '../use-debounced.ts'
import type { FacetField } from './filter-fields.ts'

const debounceMs = 150

/** Loads the values of a facet that contain the query; keeps the previous ones until then. */
export const useFacet = (field: FacetField, query: string, isActive: boolean) => {
  const debouncedQuery = useDebounced(query, debounceMs)
  const { [field.name]: _own, ...filter } = field.filter ?? {}
  const { data, isPlaceholderData, error } = useQuery({
    queryKey: ['facet', field.name, debouncedQuery, filter],
    queryFn: ({ signal }) => field.load(debouncedQuery, filter, signal),
    enabled: isActive,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    meta: { handlesErrors: true },
  })
  return {
    facet: data,
    isCurrent: data !== undefined && !isPlaceholderData && debouncedQuery === query,
    error,
  }
}
