import type { CallInput, Output, Route } from '@baseline/contract/http.ts'
import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import { fieldIssues } from '@baseline/contract/validation.ts'
import type { z } from 'zod'

import { label, textOf } from '../i18n.ts'
import { installationTimeZone } from '../time.ts'
import { isDate, isSet, rangeEnds, readFilter, requestValue } from './filter-fields.ts'
import type { Filter, FilterCheck, FilterField, FilterValue } from './filter-fields.ts'
import { initialListState, pageRequest, pageSizes } from './list-state.ts'
import type { ListState } from './list-state.ts'

/** A list call of the contract, built with `listQuery` and `pageOf`. */
export interface ListRoute extends Route {
  readonly query: z.ZodObject
}

type QueryOf<R extends ListRoute> = z.input<R['query']>
type FilterName<R extends ListRoute> = keyof NonNullable<QueryOf<R>['filter']> & string
type FieldName<R extends ListRoute> = FilterName<R> | `${FilterName<R>}.${string}`
export type RowOf<R extends ListRoute> = Output<R> extends { rows: (infer Row)[] } ? Row : never

interface Criteria<R extends ListRoute> {
  filter: NonNullable<QueryOf<R>['filter']>
  orderBy: NonNullable<QueryOf<R>['orderBy']>
}

export interface ListDescription<R extends ListRoute> {
  /** Name of the list in the browser's storage. */
  name: string
  route: R
  defaultOrder: NonNullable<QueryOf<R>['orderBy']> & string
  filters: readonly FilterField<FieldName<R>>[]
  /**
   * A filter and an order with members that depend on one value of another filter: `answers.age` of a survey. They
   * are kept in the URL as long as that value does not change.
   */
  members?: { of: FilterName<R>; dependOn: FilterName<R> }
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
  /** Drops the filters and the order that depend on a value which has changed. */
  settle: (before: ListState, after: ListState) => ListState
  criteria: (state: Pick<ListState, 'filter' | 'orderBy'>, zone: string) => Criteria<R>
  isSortable: (column: string) => boolean
}

const readPositiveInteger = (raw: unknown): number =>
  (typeof raw === 'string' || typeof raw === 'number') && /^[1-9]\d{0,6}$/.test(String(raw))
    ? Number(raw)
    : Number.NaN

/** Writes members of objects as the call has them: `{ answers: { age: … } }`. */
const nest = (values: readonly (readonly [string, FilterValue])[]): Record<string, unknown> => {
  const nested: Record<string, unknown> = {}
  for (const [name, value] of values) {
    const [field = '', ...member] = name.split('.')
    nested[field] =
      member.length === 0 ? value : { ...(nested[field] as object | undefined), [member.join('.')]: value }
  }
  return nested
}

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
      const isAccepted = filterSchema.safeParse(nest([[field.name, requestedValue]])).success
      return isAccepted ? [[field.name, value]] : []
    }),
  )
}

/** Returns the problem of an entered value. Unlike values of the URL, entered values are reported. spec §5 */
const filterProblem = ({ query }: ListRoute, field: FilterField, value: FilterValue): string | undefined => {
  const path = label(field.label)
  if (field.kind === 'dates' && [value].flat().some((end) => end !== '' && !isDate(end)))
    return textOf('validation.mixed.default', { path })
  if (
    field.kind === 'range' &&
    [value].flat().some((end) => end.trim() !== '' && !rangeEnds[field.of].test(end.trim()))
  )
    return textOf(`entities.surveys.validation.${field.of}`, { path })
  const readValue = readFilter(field, value)
  if (readValue === undefined) return undefined
  const filter = query.shape['filter'] as z.ZodType
  const requestedValue = requestValue(field, readValue, installationTimeZone())
  const { error } = filter.safeParse(nest([[field.name, requestedValue]]), { reportInput: true })
  const issue = error && fieldIssues(error)[0]
  return issue && textOf(issue.key, { ...issue.params, path })
}

/** Defines an entity's list, which its page, its URL and its call follow. spec §4 */
export const defineList = <const R extends ListRoute>(description: ListDescription<R>): ListDefinition<R> => {
  const { route, defaultOrder, filters, members, views = [], colours = [] } = description
  const isMember = (name: string): boolean => members !== undefined && name.startsWith(`${members.of}.`)
  /** All filters, and members in these values that the screen does not know yet. */
  const fieldsFor = (values: object): FilterField[] => [
    ...filters,
    ...Object.keys(values)
      .filter((name) => isMember(name) && !filters.some((field) => field.name === name))
      .map((name) => ({ kind: 'kept' as const, name, label: { text: name.slice(name.indexOf('.') + 1) } })),
  ]
  const withoutMembers = (state: ListState): ListState => ({
    ...state,
    filter: Object.fromEntries(Object.entries(state.filter).filter(([name]) => !isMember(name))),
    orderBy: isMember(state.orderBy) ? defaultOrder : state.orderBy,
  })
  const hasOneValue = (value: FilterValue | undefined): boolean => [value ?? []].flat().length === 1
  const initialState = initialListState(defaultOrder)
  // Built by `listQuery`: an enumeration of every sortable column in both directions.
  const orders = route.query.shape['orderBy'] as z.ZodType
  const isOrder = (order: unknown): order is string =>
    typeof order === 'string' && orders.safeParse(order).success

  const readAll = (search: Record<string, unknown>): ListState => ({
    ...initialState,
    filter: readFilters(route, fieldsFor(search), search),
    orderBy: isOrder(search['orderBy']) ? search['orderBy'] : initialState.orderBy,
    page: readPositiveInteger(search['page']) || initialState.page,
    pageSize:
      pageSizes.find((size) => size === readPositiveInteger(search['pageSize'])) ?? initialState.pageSize,
    view: views.find((view) => view === search['view']),
    colour: colours.slice(1).find((colour) => colour === search['colour']),
  })

  const read = (search: Record<string, unknown>): ListState => {
    const state = readAll(search)
    return members && !hasOneValue(state.filter[members.dependOn]) ? withoutMembers(state) : state
  }

  const settle = (before: ListState, after: ListState): ListState =>
    members && String(before.filter[members.dependOn] ?? '') !== String(after.filter[members.dependOn] ?? '')
      ? withoutMembers(after)
      : after

  const write = ({ filter, orderBy, page, pageSize, view, colour }: ListState): Record<string, unknown> => ({
    ...Object.fromEntries(Object.entries(filter).filter(([, value]) => isSet(value))),
    ...(orderBy !== initialState.orderBy && { orderBy }),
    ...(page !== initialState.page && { page }),
    ...(pageSize !== initialState.pageSize && { pageSize }),
    ...(view !== undefined && { view, ...(colour !== undefined && { colour }) }),
  })

  const requestFilter = (state: Pick<ListState, 'filter'>, zone: string): Record<string, unknown> =>
    nest(
      fieldsFor(state.filter).flatMap((field): [string, FilterValue][] => {
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
    settle,
    criteria,
    isSortable: (column) => isOrder(`${column}_ASC`),
  }
}
