import { useState } from 'react'

import { installationTimeZone } from '../time.ts'
import type { ListDefinition, ListRoute } from './list-definition.ts'
import type { ListState } from './list-state.ts'

/** All records that match the filter, on any page. */
export interface AllMatches<R extends ListRoute> {
  count: number
  /** Filter as in the request. */
  filter: ReturnType<ListDefinition<R>['criteria']>['filter']
}

interface AllMatchesOptions<R extends ListRoute> {
  list: ListDefinition<R>
  state: ListState
  zone: string | undefined
  shownIds: string[]
  /** Number of selected rows among the shown ones. */
  selectedCount: number
  /** Whether the whole list can be selected. */
  isEnabled: boolean
  count: number
  countIsEstimate: boolean
  onSelect: (ids: readonly string[]) => void
}

/** Selects all matches of the filter. Lasts until the selection changes. */
export const useAllMatches = <R extends ListRoute>(options: AllMatchesOptions<R>) => {
  const { list, state, count, countIsEstimate } = options
  const [selectedIds, setSelectedIds] = useState<readonly string[]>()
  const isAllSelected = selectedIds !== undefined && selectedIds === state.selected
  const filter = () => list.criteria(state, options.zone ?? installationTimeZone()).filter
  const allMatches: AllMatches<R> | undefined = isAllSelected ? { count, filter: filter() } : undefined
  const unselectedMatches = {
    count,
    isEstimate: countIsEstimate,
    onSelect: () => {
      setSelectedIds(options.shownIds)
      options.onSelect(options.shownIds)
    },
  }
  return {
    allMatches,
    bar: {
      count: isAllSelected ? count : options.selectedCount,
      ...(options.isEnabled && !isAllSelected && count > options.selectedCount && { unselectedMatches }),
    },
  }
}
