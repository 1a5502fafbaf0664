import type { Option } from '@baseline/contract/list.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'

import type { FilterField } from './filter-fields.ts'

const noOptions: readonly Option[] = []

/** Loads the options of a filter by records; returns nothing for other kinds. */
export const recordsQuery = (field: FilterField | undefined) =>
  queryOptions({
    queryKey: ['filter', field?.name],
    queryFn: ({ signal }) => (field?.kind === 'records' ? field.load(signal) : []),
    enabled: field?.kind === 'records',
    staleTime: 60_000,
  })

export const useFilterRecords = (field: FilterField): { records: readonly Option[]; isLoading: boolean } => {
  const { data = noOptions, isLoading } = useQuery(recordsQuery(field))
  return { records: data, isLoading }
}
