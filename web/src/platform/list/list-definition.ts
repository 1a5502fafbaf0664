import type { CallInput, Output, Route } from '@baseline/contract/http.ts'
import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import { fieldIssues } from '@baseline/contract/validation.ts'
import type { z } from 'zod'

import { label, textOf } from '../i18n.ts'
import { installationTimeZone } from '../time.ts'
import { isDate, isSet, readFilter, requestValue } from './filter-fields.ts'
import type { Filter, FilterCheck, FilterField, FilterValue } from './filter-fields.ts'
import { initialListState, pageRequest, pageSizes } from './list-state.ts'
import type { ListState } from './list-state.ts'

/** A list call of the contract, built with `listQuery` and `pageOf`. */
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
  /** Name of the list in the browser's storage. */
  name: string
  route: R
  defaultOrder: NonNullable<QueryOf<R>['orderBy']> & string
  filters: readonly FilterField<FilterName<R>>[]
  /** The text filter of the search field. */
  search: FilterName<R>
  /** Frequently used filters, which always have a chip. */
  pinned?: readonly FilterName<R>[]
  /** Other views than a list of rows, by their names in the URL. */
  views?: readonly string[]
  /** Meanings of the colours in a view, by their names in the URL, which omits the first. */
  colours?: readonly string[]
  /** Texts of the count: `{count} entries`. */
  count: { one: MessageKey; many: MessageKey; estimate: MessageKey }
}

export interface ListDefinition<R extends ListRoute> extends ListDescription<R> {
  /** For the screen's declaration: returns only valid parameters that differ from the defaults. */
  validateSearch: (search: Record<string, unknown>) => Record<string, unknown>
  read: (search: Record<string, unknown>) => ListState
  write: (state: ListState) => Record<string, unknown>
  request: (state: ListState, zone: string) => CallInput<R>
  problemOf: FilterCheck
  /** Filter and order without the page, for other calls about the same list. */
  criteria: (state: Pick<ListState, 'filter' | 'orderBy'>, zone: string) => Criteria<R>
  isSortable: (column: string) => boolean
}

const readPositiveInteger = (raw: unknown): number =>
  (typeof raw === 'string' || typeof raw === 'number') && /^[1-9]\d{0,6}$/.test(String(raw))
    ? Number(raw)
    : Number.NaN

/** Ignores values that the filter or the call does not accept, so that a bad link never causes an error. */
const readFilters = (
  { query }: ListRoute,
  fields: readonly FilterField[],
  search: Record<string, unknown>,
): Filter => {
  // Built by `listQuery`: an optional object of all filters.
  const filterSchema = query.shape['filter'] as z.ZodType
  return Object.fromEntries(
    fields.flatMap((field): [string, FilterValue][] => {
      const value = readFilter(field, search[field.name])
      if (value === undefined) return []
      const requestedValue = requestValue(field, value, installationTimeZone())
      const isAccepted = filterSchema.safeParse({ [field.name]: requestedValue }).success
      return isAccepted ? [[field.name, value]] : []
    }),
  )
}

/** Returns the problem of an entered value. Unlike values of the URL, entered values are reported. spec §5 */
const filterProblem = ({ query }: ListRoute, field: FilterField, value: FilterValue): string | undefined => {
  const path = label(field.label)
  if (field.kind === 'dates' && [value].flat().some((end) => end !== '' && !isDate(end)))
    return textOf('validation.mixed.default', { path })
  const readValue = readFilter(field, value)
  if (readValue === undefined) return undefined
  const filter = query.shape['filter'] as z.ZodType
  const requestedValue = requestValue(field, readValue, installationTimeZone())
  const { error } = filter.safeParse({ [field.name]: requestedValue }, { reportInput: true })
  const issue = error && fieldIssues(error)[0]
  return issue && textOf(issue.key, { ...issue.params, path })
}

/** Defines an entity's list, which its page, its URL and its call follow. spec §4 */
export const defineList = <const R extends ListRoute>(description: ListDescription<R>): ListDefinition<R> => {
  const { route, defaultOrder, filters, views = [], colours = [] } = description
  const initialState = initialListState(defaultOrder)
  // Built by `listQuery`: an enumeration of every sortable column in both directions.
  const orders = route.query.shape['orderBy'] as z.ZodType
  const isOrder = (order: unknown): order is string =>
    typeof order === 'string' && orders.safeParse(order).success

  const read = (search: Record<string, unknown>): ListState => ({
    ...initialState,
    filter: readFilters(route, filters, search),
    orderBy: isOrder(search['orderBy']) ? search['orderBy'] : initialState.orderBy,
    page: readPositiveInteger(search['page']) || initialState.page,
    pageSize:
      pageSizes.find((size) => size === readPositiveInteger(search['pageSize'])) ?? initialState.pageSize,
    view: views.find((view) => view === search['view']),
    colour: colours.slice(1).find((colour) => colour === search['colour']),
  })

  const write = ({ filter, orderBy, page, pageSize, view, colour }: ListState): Record<string, unknown> => ({
    ...Object.fromEntries(Object.entries(filter).filter(([, value]) => isSet(value))),
    ...(orderBy !== initialState.orderBy && { orderBy }),
    ...(page !== initialState.page && { page }),
    ...(pageSize !== initialState.pageSize && { pageSize }),
    ...(view !== undefined && { view, ...(colour !== undefined && { colour }) }),
  })

  const requestFilter = (state: Pick<ListState, 'filter'>, zone: string): Record<string, FilterValue> =>
    Object.fromEntries(
      filters.flatMap((field): [string, FilterValue][] => {
        const value = state.filter[field.name]
        return isSet(value) ? [[field.name, requestValue(field, value, zone)]] : []
      }),
    )

  const request = (state: ListState, zone: string): CallInput<R> => {
    const filter = requestFilter(state, zone)
    const query = {
      ...(Object.keys(filter).length > 0 && { filter }),
      orderBy: state.orderBy,
      ...pageRequest(state),
    }
    // The names come from this route's filter, the order from its enumeration.
    return { query } as CallInput<R>
  }

  // Same names, same enumeration.
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
