import { useState } from 'react'

import { installationTimeZone } from '../time.ts'
import type { ListDefinition, ListRoute } from './list-definition.ts'
import type { ListState } from './list-state.ts'

/** Everything that the filter finds, seen or not. */
export interface WholeList<R extends ListRoute> {
  count: number
  /** As the calls take it. */
  filter: ReturnType<ListDefinition<R>['criteria']>['filter']
}

interface WholeListOptions<R extends ListRoute> {
  list: ListDefinition<R>
  state: ListState
  zone: string | undefined
  shownIds: string[]
  /** How many of those are selected. */
  chosen: number
  /** Whether the list can be selected as a whole at all. */
  offered: boolean
  count: number
  countIsEstimate: boolean
  onSelect: (ids: readonly string[]) => void
}

/** The selection of more than what is on the page. It lasts as long as the very selection that was made with it. */
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
