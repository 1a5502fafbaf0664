import type { Output, Request, Route } from '@baseline/contract/http.ts'
import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import { fieldProblems } from '@baseline/contract/validation.ts'
import type { z } from 'zod'

import { label, textOf } from '../i18n.ts'
import { readMapColour } from '../map-colours.ts'
import { installationTimeZone } from '../time.ts'
import { isDate, isSet, readFilter, requestValue } from './filter-fields.ts'
import type { Filter, FilterCheck, FilterField, FilterValue } from './filter-fields.ts'
import { pageRequest, pageSizes, startOfList } from './list-state.ts'
import type { ListState } from './list-state.ts'

/** A call of the contract made with `listQuery` and `pageOf`. */
export interface ListRoute extends Route {
  readonly query: z.ZodObject
}

type QueryOf<R extends ListRoute> = z.input<R['query']>
type FilterName<R extends ListRoute> = keyof NonNullable<QueryOf<R>['filter']> & string
export type RowOf<R extends ListRoute> = Output<R> extends { rows: (infer Row)[] } ? Row : never

interface Criteria<R extends ListRoute> {
  filter: NonNullable<QueryOf<R>['filter']>
  orderBy: NonNullable<QueryOf<R>['orderBy']>
}

interface ListDescription<R extends ListRoute> {
  /** Names the list in the browser's memory. */
  name: string
  route: R
  defaultOrder: NonNullable<QueryOf<R>['orderBy']> & string
  filters: readonly FilterField<FilterName<R>>[]
  /** The text filter that the search field above the list writes. */
  search: FilterName<R>
  /** The filters used most: their chips are there before anything is chosen. */
  pinned?: readonly FilterName<R>[]
  /** Other ways to show what the filter finds than a list of rows, by their names in the address. */
  views?: readonly string[]
  /** How many there are: `{count} entries`. */
  count: { one: MessageKey; many: MessageKey; estimate: MessageKey }
}

export interface ListDefinition<R extends ListRoute> extends ListDescription<R> {
  /** For the screen's declaration: only what means something, and no defaults. */
  validateSearch: (search: Record<string, unknown>) => Record<string, unknown>
  read: (search: Record<string, unknown>) => ListState
  write: (state: ListState) => Record<string, unknown>
  request: (state: ListState, zone: string) => Request<R>
  problemOf: FilterCheck
  /** Filter and order without the page, as other calls about the same list take them. */
  criteria: (state: Pick<ListState, 'filter' | 'orderBy'>, zone: string) => Criteria<R>
  isSortable: (column: string) => boolean
}

const wholeNumber = (raw: unknown): number =>
  (typeof raw === 'string' || typeof raw === 'number') && /^[1-9]\d{0,6}$/.test(String(raw))
    ? Number(raw)
    : Number.NaN

/** What neither the filter nor the call understands is left out, so that a bad link never becomes an error. */
const readFilters = (
  { query }: ListRoute,
  fields: readonly FilterField[],
  search: Record<string, unknown>,
): Filter => {
  // `listQuery` made it: an object of every filter, itself optional.
  const accepts = query.shape['filter'] as z.ZodType
  return Object.fromEntries(
    fields.flatMap((field): [string, FilterValue][] => {
      const value = readFilter(field, search[field.name])
      if (value === undefined) return []
      const sent = requestValue(field, value, installationTimeZone())
      const isKnown = accepts.safeParse({ [field.name]: sent }).success
      return isKnown ? [[field.name, value]] : []
    }),
  )
}

/** What is wrong with a value that somebody has just entered: they are told, where an address is only read. spec §5 */
const filterProblem = ({ query }: ListRoute, field: FilterField, value: FilterValue): string | undefined => {
  const path = label(field.label)
  if (field.kind === 'dates' && [value].flat().some((end) => end !== '' && !isDate(end)))
    return textOf('validation.mixed.default', { path })
  const read = readFilter(field, value)
  if (read === undefined) return undefined
  const filter = query.shape['filter'] as z.ZodType
  const sent = requestValue(field, read, installationTimeZone())
  const { error } = filter.safeParse({ [field.name]: sent }, { reportInput: true })
  const problem = error && fieldProblems(error)[0]
  return problem && textOf(problem.key, { ...problem.params, path })
}

/** An entity's list: what its page, its address and its call all follow. spec §4 */
export const listOf = <const R extends ListRoute>(description: ListDescription<R>): ListDefinition<R> => {
  const { route, defaultOrder, filters, views = [] } = description
  const start = startOfList(defaultOrder)
  // `listQuery` made it: an enumeration of every sortable column with its two directions.
  const orders = route.query.shape['orderBy'] as z.ZodType
  const isOrder = (order: unknown): order is string =>
    typeof order === 'string' && orders.safeParse(order).success

  const read = (search: Record<string, unknown>): ListState => ({
    ...start,
    filter: readFilters(route, filters, search),
    orderBy: isOrder(search['orderBy']) ? search['orderBy'] : start.orderBy,
    page: wholeNumber(search['page']) || start.page,
    pageSize: pageSizes.find((size) => size === wholeNumber(search['pageSize'])) ?? start.pageSize,
    view: views.find((view) => view === search['view']),
    colour: readMapColour(search['colour']),
  })

  const write = ({ filter, orderBy, page, pageSize, view, colour }: ListState): Record<string, unknown> => ({
    ...Object.fromEntries(Object.entries(filter).filter(([, value]) => isSet(value))),
    ...(orderBy !== start.orderBy && { orderBy }),
    ...(page !== start.page && { page }),
    ...(pageSize !== start.pageSize && { pageSize }),
    ...(view !== undefined && { view, ...(colour !== undefined && { colour }) }),
  })

  const requestFilter = (state: Pick<ListState, 'filter'>, zone: string): Record<string, FilterValue> =>
    Object.fromEntries(
      filters.flatMap((field): [string, FilterValue][] => {
        const value = state.filter[field.name]
        return isSet(value) ? [[field.name, requestValue(field, value, zone)]] : []
      }),
    )

  const request = (state: ListState, zone: string): Request<R> => {
    const filter = requestFilter(state, zone)
    const query = {
      ...(Object.keys(filter).length > 0 && { filter }),
      orderBy: state.orderBy,
      ...pageRequest(state),
    }
    // The names come from this route's own filter, the order from its own enumeration.
    return { query } as Request<R>
  }

  // The same names, the same enumeration.
  const criteria = (state: Pick<ListState, 'filter' | 'orderBy'>, zone: string) =>
    ({ filter: requestFilter(state, zone), orderBy: state.orderBy }) as Criteria<R>

  return {
    ...description,
    validateSearch: (search) => write(read(search)),
    read,
    write,
    request,
    problemOf: (field, value) => filterProblem(route, field, value),
    criteria,
    isSortable: (column) => isOrder(`${column}_ASC`),
  }
}
