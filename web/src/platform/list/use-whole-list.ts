import { useState } from 'react'

import { installationTimeZone } from '../time.ts'
import type { ListDefinition, ListRoute } from './list-definition.ts'
import type { ListState } from './list-state.ts'

/** All records that match the filter, on any page. */
export interface WholeList<R extends ListRoute> {
  count: number
  /** Filter as in the request. */
  filter: ReturnType<ListDefinition<R>['criteria']>['filter']
}

interface WholeListOptions<R extends ListRoute> {
  list: ListDefinition<R>
  state: ListState
  zone: string | undefined
  shownIds: string[]
  /** Number of selected rows among the shown ones. */
  chosen: number
  /** Whether the whole list can be selected. */
  offered: boolean
  count: number
  countIsEstimate: boolean
  onSelect: (ids: readonly string[]) => void
}

/** Selects all matches of the filter. Lasts until the selection changes. */
export const useWholeList = <R extends ListRoute>(options: WholeListOptions<R>) => {
  const { list, state, count, countIsEstimate } = options
  const [made, setMade] = useState<readonly string[]>()
  const isWhole = made !== undefined && made === state.selected
  const filter = () => list.criteria(state, options.zone ?? installationTimeZone()).filter
  const whole: WholeList<R> | undefined = isWhole ? { count, filter: filter() } : undefined
  const more = {
    count,
    isEstimate: countIsEstimate,
    onSelect: () => {
      setMade(options.shownIds)
      options.onSelect(options.shownIds)
    },
  }
  return {
    whole,
    bar: {
      count: isWhole ? count : options.chosen,
      ...(options.offered && !isWhole && count > options.chosen && { more }),
    },
  }
}
