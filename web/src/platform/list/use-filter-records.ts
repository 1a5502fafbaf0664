import type { Option } from '@baseline/contract/list.ts'
import { zoneIn } from '@baseline/contract/wall-clock.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'

import { installationTimeZone } from '../time.ts'
import type { Filter, FilterField } from './filter-fields.ts'
import type { ListDefinition, ListRoute } from './list-definition.ts'

const noOptions: readonly Option[] = []

/** Loads the options of a filter by records; returns nothing for other kinds. */
const recordsQuery = (field: FilterField | undefined) =>
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

/**
 * Returns the time zone of a list: that of the one record in the filter that sets it, else that of the
 * installation. Undefined until it is known, because a range of days covers other instants in another zone.
 */
export const useListZone = <R extends ListRoute>(
  list: Pick<ListDefinition<R>, 'filters'>,
  filter: Filter,
): string | undefined => {
  const field = list.filters.find((one) => one.kind === 'records' && one.setsTimeZone)
  const ids = [(field && filter[field.name]) ?? []].flat()
  const hasSingleId = ids.length === 1
  const { data, isError } = useQuery({ ...recordsQuery(hasSingleId ? field : undefined) })
  if (!hasSingleId || isError) return installationTimeZone()
  const record = data?.find(({ id }) => id === ids[0])
  return data && ((record && zoneIn(record)) ?? installationTimeZone())
}
