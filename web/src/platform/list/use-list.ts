import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'

import { call } from '../api.ts'
import { rememberAddress } from '../navigation.ts'
import { installationTimeZone } from '../time.ts'
import type { ListDefinition, ListRoute, RowOf } from './list-definition.ts'
import { listReducer } from './list-state.ts'
import type { ListEvent, ListState } from './list-state.ts'
import { useListZone } from './use-filter-records.ts'
import { usePreviousData } from './use-previous-data.ts'

interface PageOf<Row> {
  rows: Row[]
  count: number
  countIsEstimate?: boolean
}

/** Query key of all data of a list, to invalidate it after a change of a record. */
export const listKey = (name: string) => ['list', name]

const useRows = <R extends ListRoute>(
  list: ListDefinition<R>,
  state: ListState,
  zone: string | undefined,
) => {
  const request = list.request(state, zone ?? installationTimeZone())
  const query = useQuery({
    queryKey: [...listKey(list.name), request],
    queryFn: ({ signal }) =>
      // Every list returns this shape, which the contract's types cannot express for any route.
      (call as (route: ListRoute, request: object) => Promise<unknown>)(list.route, {
        ...(request as object),
        signal,
      }) as Promise<PageOf<RowOf<R>>>,
    meta: { handlesErrors: true },
    enabled: zone !== undefined,
  })
  return { ...query, page: usePreviousData(query), isCurrent: query.data !== undefined }
}

/**
 * Keeps the state of a list in the URL: Back works, views can be shared, and invalid values fall back to
 * defaults. spec §4
 */
export const useList = <R extends ListRoute>(list: ListDefinition<R>) => {
  // The router does not know the screens' types; `read` accepts anything.
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const { pathname, searchStr } = useLocation()
  useEffect(() => rememberAddress(pathname, searchStr), [pathname, searchStr])
  const urlState = useMemo(() => list.read(search), [list, search])
  const zone = useListZone(list, urlState.filter)
  const { page, isCurrent, isFetching, error, refetch, dataUpdatedAt } = useRows(list, urlState, zone)

  // A selection belongs to one fetch; any other fetch clears it. spec §4
  const fetchId = `${JSON.stringify(list.write(urlState))} ${String(dataUpdatedAt)}`
  const [selection, setSelection] = useState({ fetchId, ids: urlState.selected })
  const currentState = { ...urlState, selected: selection.ids }
  const state = selection.fetchId === fetchId ? currentState : listReducer(currentState, { type: 'fetched' })

  const goTo = useCallback(
    (next: ListState, { replace = false, toTop = false } = {}) =>
      void navigate({ to: '.', search: list.write(next), replace, resetScroll: toTop }),
    [list, navigate],
  )

  // The current page may no longer exist, after a deletion or in a shared view.
  const lastPage = page && isCurrent ? Math.max(1, Math.ceil(page.count / urlState.pageSize)) : Infinity
  useEffect(() => {
    if (urlState.page > lastPage) goTo({ ...urlState, page: lastPage }, { replace: true })
  }, [urlState, lastPage, goTo])

  /** Several events are one history entry. */
  const dispatch = (events: ListEvent[], options: { replace?: boolean } = {}): void => {
    // The screen may still show the URL before the last event; a second event must not undo the first.
    const { latestLocation } = router
    const latest =
      latestLocation.searchStr === searchStr
        ? state
        : { ...list.read(latestLocation.search as Record<string, unknown>), selected: state.selected }
    const next = list.settle(latest, events.reduce(listReducer, latest))
    setSelection({ fetchId, ids: next.selected })
    if (JSON.stringify(list.write(next)) !== JSON.stringify(list.write(latest)))
      goTo(next, { ...options, toTop: next.page !== latest.page })
  }

  const rows = page?.rows ?? []
  return {
    state,
    zone,
    dispatch,
    rows,
    count: page?.count ?? 0,
    countIsEstimate: page?.countIsEstimate ?? false,
    isFirstLoad: page === undefined,
    /** An empty page is valid only for the filters of its request. */
    isWaiting: page === undefined || (page.rows.length === 0 && !isCurrent && !error),
    isFetching,
    error,
    refetch: () => void refetch(),
    /** Replaces the whole state with a saved view. */
    show: (view: Record<string, unknown>) => goTo(list.read(view)),
    address: list.write(urlState),
  }
}
