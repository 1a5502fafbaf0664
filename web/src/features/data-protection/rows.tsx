import type { Card, Column } from '#platform/list/columns.tsx'
import { ListCards } from '#platform/list/list-cards.tsx'
import { ListTable } from '#platform/list/list-table.tsx'
import { narrowWindow, useMediaQuery } from '#platform/media-query.ts'

interface RowsProps<Row> {
  rows: Row[]
  columns: Column<Row>[]
  card: (row: Row) => Card
  rowName: (row: Row) => string
  /** Undefined if rows cannot be selected. */
  selected?: readonly string[]
  onSelect?: (ids: readonly string[]) => void
}

const ignore = () => undefined

/** Rows in the order of the server: a table, or cards on a phone. */
export const Rows = <Row extends { id: string }>({ onSelect = ignore, ...props }: RowsProps<Row>) => {
  const narrow = useMediaQuery(narrowWindow)
  const shared = { ...props, onSelect, expanded: [], onExpand: ignore }
  return narrow ? (
    <ListCards {...shared} />
  ) : (
    <ListTable {...shared} compact={false} orderBy="" isSortable={() => false} onSort={ignore} />
  )
}
