import { zoneIn } from '@baseline/contract/wall-clock.ts'
import { useQuery } from '@tanstack/react-query'

import { installationTimeZone } from '../time.ts'
import type { Filter } from './filter-fields.ts'
import type { ListDefinition, ListRoute } from './list-definition.ts'
import { recordsQuery } from './use-filter-records.ts'

/**
 * Returns the time zone of a list: that of the survey if exactly one is filtered, else that of the
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
