import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'

import './figure-table.css'

export interface FigureColumn<Row> {
  key: string
  label: string
  /** Tooltip of the heading. */
  hint?: string
  /** Sort direction of the first click on the heading. Without it, the column is not sortable. */
  firstSort?: 'up' | 'down'
  kind?: 'text' | 'name' | 'number' | 'bar'
  /** Hidden on narrow screens. */
  isExtra?: boolean
  render: (row: Row) => ReactNode
}

export interface Order {
  column: string
  descending: boolean
}

interface FigureTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  order?: Order | undefined
  onOrder?: ((order: Order) => void) | undefined
}

const Arrow = ({ descending }: { descending: boolean }) =>
  descending ? <CaretDownOutlined aria-hidden="true" /> : <CaretUpOutlined aria-hidden="true" />

const Heading = <Row,>({
  column,
  order,
  onOrder,
}: { column: FigureColumn<Row> } & Pick<FigureTableProps<Row>, 'order' | 'onOrder'>) => {
  const { key, label, hint, firstSort } = column
  if (!firstSort || !onOrder) return <span title={hint}>{label}</span>
  const isSorted = order?.column === key
  const descending = isSorted ? !order.descending : firstSort === 'down'
  return (
    <button type="button" title={hint} onClick={() => onOrder({ column: key, descending })}>
      {label} {isSorted && <Arrow descending={order.descending} />}
    </button>
  )
}

const classOf = <Row,>({ kind = 'text', isExtra = false }: FigureColumn<Row>): string =>
  isExtra ? `figure-${kind} figure-extra` : `figure-${kind}`

/** A plain HTML table: the table of the list pages would add more code than the whole dashboard has. */
export const FigureTable = <Row,>(props: FigureTableProps<Row>) => {
  const { label, columns, rows, rowKey, order } = props
  const sortOf = (key: string) => {
    if (order?.column !== key) return undefined
    return order.descending ? ('descending' as const) : ('ascending' as const)
  }
  return (
    <table className="figure-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={classOf(column)} aria-sort={sortOf(column.key)}>
              <Heading column={column} order={order} onOrder={props.onOrder} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.key} className={classOf(column)}>
                {column.render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
