import { Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'

import { narrowWindow, useMediaQuery } from '../media-query.ts'
import { installationTimeZone } from '../time.ts'
import { Page } from '../ui/page.tsx'
import { TimeZone } from '../ui/time-zone.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { leadingColumn } from './columns.tsx'
import type { Card } from './columns.tsx'
import { CountLine, orderText } from './count-line.tsx'
import type { FilterChange, FilterField } from './filter-fields.ts'
import type { KeyText } from './key-help.tsx'
import type { ListDefinition, ListRoute, RowOf } from './list-definition.ts'
import { ListFilters } from './list-filters.tsx'
import { ListPages } from './list-pages.tsx'
import { useListPreferences } from './list-preferences.ts'
import { ListRows, useRowActions } from './list-rows.tsx'
import { orderOf } from './list-state.ts'
import type { ListState } from './list-state.ts'
import { ListFailure } from './list-states.tsx'
import type { EmptyList } from './list-states.tsx'
import type { RowsProps } from './list-table.tsx'
import { ListTools, actionsOf } from './list-tools.tsx'
import type { ListToolsOptions } from './list-tools.tsx'
import { PhoneActions } from './phone-bar.tsx'
import { useAllMatches } from './use-all-matches.ts'
import type { AllMatches } from './use-all-matches.ts'
import { useList } from './use-list.ts'

import './list.css'

/** Loaded on demand. */
const ListKeyHelp = lazy(async () => ({ default: (await import('./list-key-help.tsx')).ListKeyHelp }))

const useHelp = (keys: readonly KeyText[] = []) => {
  const [open, setOpen] = useState<boolean>()
  return {
    show: () => setOpen(true),
    dialog: (
      <Suspense>
        {open !== undefined && <ListKeyHelp extraKeys={keys} open={open} onClose={() => setOpen(false)} />}
      </Suspense>
    ),
  }
}

/** Adds the shown rows and the current filter to the filter fields. */
const fieldsOf = <R extends ListRoute>(
  list: ListDefinition<R>,
  state: ListState,
  { rows, zone = installationTimeZone() }: { rows: readonly object[]; zone: string | undefined },
): FilterField[] =>
  list.filters.map((field) => {
    if (field.kind === 'texts') return { ...field, rows }
    return field.kind === 'facet' ? { ...field, filter: list.criteria(state, zone).filter } : field
  })

interface ListPageProps<R extends ListRoute, Row>
  extends Pick<RowsProps<Row>, 'rowName' | 'expand'>, ListToolsOptions<Row> {
  /** Path of a row; may include the URL parameters of the list. */
  rowPath?: (row: Row, address: Record<string, unknown>) => string
  list: ListDefinition<R>
  title: string
  card: (row: Row) => Card
  empty: EmptyList
  actions?: ReactNode
  /** Shown between the title and the filters, for a list with several modes. */
  tabs?: ReactNode
  /** Bulk actions for selected rows; without it, rows cannot be selected. */
  bulk?: (rows: Row[], allMatches: AllMatches<R> | undefined) => ReactNode
  /** Whether all matches of the filter can be selected at once, not only those on the page. */
  selectsAllMatches?: boolean
  /** Additional keys of this list, for the key help. */
  keys?: readonly KeyText[]
}

/**
 * Page of a list, declared by its call, columns and filters; everything else is shared by all entities. spec
 * §4
 */
export const ListPage = <R extends ListRoute, Row extends RowOf<R> & { id: string }>(
  props: ListPageProps<R, Row>,
) => {
  const { list, columns, bulk, expand } = props
  const narrow = useMediaQuery(narrowWindow)
  const { state, dispatch, ...listData } = useList(list)
  // `Row` is the row type of the route, which the hook cannot express.
  const rows = listData.rows as Row[]
  const [preferences, setPreferences] = useListPreferences(
    list.name,
    columns.filter(({ hiddenByDefault }) => hiddenByDefault).map(({ key }) => key),
  )
  const help = useHelp(props.keys)
  const rowPath = props.rowPath && ((row: Row) => props.rowPath?.(row, listData.address) ?? '')
  const select = (ids: readonly string[]) => dispatch([{ type: 'selected', ids }])
  const selectable = { rows, rowPath, expand, selected: bulk && state.selected, onSelect: select }
  const { keys, ...expansion } = useRowActions({ ...selectable, onHelp: help.show })
  const selectedRows = rows.filter(({ id }) => state.selected.includes(id))
  const selection = useAllMatches({
    list,
    state,
    zone: listData.zone,
    shownIds: rows.map(({ id }) => id),
    selectedCount: selectedRows.length,
    isEnabled: props.selectsAllMatches ?? false,
    count: listData.count,
    countIsEstimate: listData.countIsEstimate,
    onSelect: select,
  })
  const actions = actionsOf({ ...props, ...listData, state })
  const view = props.views?.[state.view ?? '']
  const filters = {
    fields: fieldsOf(list, state, { rows, zone: listData.zone }),
    search: list.search,
    pinned: list.pinned,
    problemOf: list.problemOf,
    filter: state.filter,
    onFilter: (change: FilterChange, options?: { replace: boolean }) =>
      dispatch([{ type: 'filtered', change }], options),
  }
  const orders = columns
    .filter(({ key }) => list.isSortable(key))
    .flatMap(({ key }) => [orderOf(key, 'descend'), orderOf(key, 'ascend')])
    .map((value) => ({ value, label: orderText(columns, value, list.defaultOrder) }))

  return (
    <TimeZone zone={listData.zone}>
      <Page title={props.title} actions={narrow ? undefined : actions}>
        <div ref={keys} className="list-page">
          {props.tabs}
          <ListFilters
            {...filters}
            narrow={narrow}
            orderBy={state.orderBy}
            orders={orders}
            onApply={(filter, orderBy) =>
              dispatch([
                { type: 'sorted', orderBy },
                ...(filter === state.filter ? [] : [{ type: 'filtered', change: () => filter } as const]),
              ])
            }
          />
          <div className="list-line">
            {selectedRows.length > 0 ? (
              <BulkBar {...selection.bar} onClear={() => select([])}>
                {bulk?.(selectedRows, selection.allMatches)}
              </BulkBar>
            ) : (
              !listData.isFirstLoad && <CountLine {...listData} {...state} list={list} columns={columns} />
            )}
            <ListTools
              {...props}
              {...listData}
              state={state}
              narrow={narrow}
              preferences={preferences}
              onPreferences={setPreferences}
            />
          </div>
          {listData.error && <ListFailure error={listData.error} onRetry={listData.refetch} />}
          <div className="list-body" tabIndex={-1} aria-busy={listData.isFetching}>
            <ListRows
              {...selectable}
              {...expansion}
              rowName={props.rowName}
              View={view?.View}
              address={listData.address}
              card={props.card}
              empty={props.empty}
              columns={columns.filter(
                (column) => column === leadingColumn(columns) || !preferences.hidden.includes(column.key),
              )}
              compact={preferences.density === 'compact'}
              narrow={narrow}
              isWaiting={listData.isWaiting}
              isFiltered={Object.keys(state.filter).length > 0}
              onClear={() => filters.onFilter(() => ({}))}
              pageSize={state.pageSize}
              orderBy={state.orderBy}
              isSortable={list.isSortable}
              onSort={(orderBy) => dispatch([{ type: 'sorted', orderBy }])}
            />
          </div>
          <ListPages
            {...state}
            count={listData.count}
            narrow={narrow}
            onPageChange={(page, pageSize) => dispatch([{ type: 'turned', page, pageSize }])}
          />
          {narrow && actions !== undefined && selectedRows.length === 0 && (
            <PhoneActions>{actions}</PhoneActions>
          )}
          {help.dialog}
        </div>
      </Page>
    </TimeZone>
  )
}
