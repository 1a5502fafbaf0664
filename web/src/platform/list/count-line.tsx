import { label, t, textOf } from '../i18n.ts'
import { formatNumber } from '../time.ts'
import { TimeZoneNote } from '../ui/time-zone.tsx'
import type { Column } from './columns.tsx'
import { isPrefix } from './filter-fields.ts'
import type { Filter } from './filter-fields.ts'
import type { ListDefinition, ListRoute } from './list-definition.ts'
import { sortedColumn } from './list-state.ts'

const countOf = <R extends ListRoute>(
  list: ListDefinition<R>,
  count: number,
  isEstimate: boolean,
): string => {
  const key = isEstimate ? list.count.estimate : count === 1 ? list.count.one : list.count.many
  return textOf(key, { count: formatNumber(count) }) ?? ''
}

/** Describes an order: `newest first`, or `by Name, A to Z`. */
export const orderText = <Row,>(
  columns: readonly Column<Row>[],
  orderBy: string,
  defaultOrder: string,
): string => {
  const { column: key, descending } = sortedColumn(orderBy)
  const column = columns.find((one) => one.key === key)
  if (!column) return ''
  const name = { column: label(column.label) }
  if (column.kind === 'number')
    return descending ? t('list.order.highest', name) : t('list.order.lowest', name)
  if (column.kind !== 'time' && column.kind !== 'date')
    return descending ? t('list.order.down', name) : t('list.order.up', name)
  if (key === sortedColumn(defaultOrder).column)
    return descending ? t('list.order.newest') : t('list.order.oldest')
  return descending ? t('list.order.newestBy', name) : t('list.order.oldestBy', name)
}

interface CountLineProps<R extends ListRoute, Row> {
  list: ListDefinition<R>
  columns: readonly Column<Row>[]
  count: number
  countIsEstimate: boolean
  orderBy: string
  filter: Filter
  view?: string | undefined
}

/** Describes a prefix search; chips describe other filters themselves. */
const searchText = <R extends ListRoute>(list: ListDefinition<R>, filter: Filter): string | undefined => {
  const field = list.filters.find(({ name }) => name === list.search)
  const text = field && filter[field.name]
  return field && isPrefix(field, text)
    ? `${label(field.label)} ${t('list.beginsWith', { text })}`
    : undefined
}

/** Shows the number of rows and their order. */
export const CountLine = <R extends ListRoute, Row>(props: CountLineProps<R, Row>) => {
  const search = searchText(props.list, props.filter)
  return (
    <p className="list-count" role="status">
      <strong>{countOf(props.list, props.count, props.countIsEstimate)}</strong>
      {props.count > 1 && props.view === undefined && (
        <span> · {orderText(props.columns, props.orderBy, props.list.defaultOrder)}</span>
      )}
      {search !== undefined && <span> · {search}</span>}
      {props.columns.some(({ kind }) => kind === 'time') && (
        <span>
          {' · '}
          <TimeZoneNote />
        </span>
      )}
    </p>
  )
}
