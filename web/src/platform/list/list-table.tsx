import { Table } from 'antd'
import type { ReactNode } from 'react'

import { label, t } from '../i18n.ts'
import { RecordLink, cellOf, leadingColumn } from './columns.tsx'
import type { Column } from './columns.tsx'
import { orderOf, sortedColumn } from './list-state.ts'

import './list-table.css'

export interface RowsProps<Row> {
  rows: Row[]
  rowName: (row: Row) => string
  rowPath?: ((row: Row) => string) | undefined
  expand?: ((row: Row) => ReactNode) | undefined
  expanded: readonly string[]
  onExpand: (ids: readonly string[]) => void
  /** Undefined if there are no bulk actions. */
  selected?: readonly string[] | undefined
  onSelect: (ids: readonly string[]) => void
}

interface ListTableProps<Row> extends RowsProps<Row> {
  columns: Column<Row>[]
  compact: boolean
  orderBy: string
  isSortable: (column: string) => boolean
  onSort: (orderBy: string) => void
}

/** antd's table with the rules of lists; j and k move the focus over its rows. */
export const ListTable = <Row extends { id: string }>(props: ListTableProps<Row>) => {
  const { columns, rows, rowName, rowPath, expand, selected, onSelect, onSort } = props
  const currentSort = sortedColumn(props.orderBy)
  const linkColumn = leadingColumn(columns)
  return (
    <Table<Row>
      className="list-table"
      rowKey="id"
      dataSource={rows}
      size={props.compact ? 'small' : 'medium'}
      pagination={false}
      scroll={{ x: 'max-content' }}
      showSorterTooltip={false}
      sortDirections={['ascend', 'descend', 'ascend']}
      rowClassName="list-row"
      onRow={() => ({ tabIndex: -1 })}
      columns={columns.map((column) => ({
        key: column.key,
        title: <span>{label(column.label)}</span>,
        className: `list-${column.kind ?? 'text'}`,
        sorter: props.isSortable(column.key),
        sortOrder: currentSort.column === column.key ? (currentSort.descending ? 'descend' : 'ascend') : null,
        render: (_: unknown, row: Row) =>
          column === linkColumn ? (
            <RecordLink path={rowPath?.(row)}>{cellOf(column, row)}</RecordLink>
          ) : (
            cellOf(column, row)
          ),
      }))}
      onChange={(_pagination, _filters, sorter, { action }) => {
        if (action !== 'sort' || Array.isArray(sorter)) return
        onSort(orderOf(String(sorter.columnKey), sorter.order))
      }}
      {...(selected && {
        rowSelection: {
          selectedRowKeys: [...selected],
          onChange: (keys) => onSelect(keys.map(String)),
          getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectPage') }),
          getCheckboxProps: (row) => ({ 'aria-label': t('list.selectRow', { name: rowName(row) }) }),
        },
      })}
      {...(expand && {
        expandable: {
          expandedRowRender: expand,
          expandedRowKeys: [...props.expanded],
          onExpandedRowsChange: (keys) => props.onExpand(keys.map(String)),
        },
      })}
    />
  )
}
