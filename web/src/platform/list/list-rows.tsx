import { Suspense, useState } from 'react'
import type { ComponentType } from 'react'

import { useGo } from '../navigation.ts'
import { LoadingPanel } from '../ui/loading-panel.tsx'
import type { Card, Column } from './columns.tsx'
import { ListCards, toggleId } from './list-cards.tsx'
import { useListKeys } from './list-keys.ts'
import { ListSkeleton, NothingMatches, NothingYet } from './list-states.tsx'
import type { EmptyList } from './list-states.tsx'
import { ListTable } from './list-table.tsx'
import type { RowsProps } from './list-table.tsx'

interface RowActions<Row> extends Pick<
  RowsProps<Row>,
  'rows' | 'rowPath' | 'expand' | 'selected' | 'onSelect'
> {
  onHelp: () => void
}

/** Manages the expanded rows and the keys for the focused row. */
export const useRowActions = <Row extends { id: string }>(actions: RowActions<Row>) => {
  const { rows, rowPath, expand, selected, onSelect, onHelp } = actions
  const go = useGo()
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const keys = useListKeys({
    onHelp,
    onToggle: (id) => selected && onSelect(toggleId(selected, id)),
    onOpen: (id) => {
      const row = rows.find((one) => one.id === id)
      if (row && rowPath) go(rowPath(row))
      else if (expand) setExpanded(toggleId(expanded, id))
    },
  })
  return { keys, expanded, onExpand: setExpanded }
}

interface ListRowsProps<Row> extends RowsProps<Row> {
  /** The view that replaces the rows. */
  View: ComponentType<{ address: Record<string, unknown> }> | undefined
  address: Record<string, unknown>
  /** There is nothing to show yet for the current request. */
  isWaiting: boolean
  isFiltered: boolean
  pageSize: number
  onClear: () => void
  empty: EmptyList
  narrow: boolean
  card: (row: Row) => Card
  columns: Column<Row>[]
  compact: boolean
  orderBy: string
  isSortable: (column: string) => boolean
  onSort: (orderBy: string) => void
}

/** Shows the rows as a table, or as cards on a phone; else a skeleton, an empty state or another view. */
export const ListRows = <Row extends { id: string }>(props: ListRowsProps<Row>) => {
  const { narrow, columns, rows, View, address } = props
  if (View && (props.isWaiting || rows.length > 0))
    return (
      <Suspense fallback={<LoadingPanel />}>
        <View address={address} />
      </Suspense>
    )
  if (props.isWaiting) return <ListSkeleton columns={narrow ? 1 : columns.length} rows={props.pageSize} />
  if (rows.length === 0)
    return props.isFiltered ? <NothingMatches onClear={props.onClear} /> : <NothingYet {...props.empty} />
  return narrow ? <ListCards {...props} /> : <ListTable {...props} />
}
