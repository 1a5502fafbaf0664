import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { FacetField } from './filter-fields.ts'

/** Debounce in milliseconds. */
const pauseMs = 150

const useDebounced = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Loads the values of a facet that contain the query; keeps the previous ones until then. */
export const useFacet = (field: FacetField, query: string, isActive: boolean) => {
  const settled = useDebounced(query)
  const { [field.name]: _own, ...filter } = field.filter ?? {}
  const { data, isPlaceholderData, error } = useQuery({
    queryKey: ['facet', field.name, settled, filter],
    queryFn: ({ signal }) => field.load(settled, filter, signal),
    enabled: isActive,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    meta: { handlesErrors: true },
  })
  return { facet: data, isCurrent: data !== undefined && !isPlaceholderData && settled === query, error }
}
