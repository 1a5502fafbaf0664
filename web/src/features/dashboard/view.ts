import { getDashboard } from '@baseline/contract/dashboard/contract.ts'
import type { PeopleColumn } from '@baseline/contract/dashboard/contract.ts'
import { id } from '@baseline/contract/fields.ts'
import type { CallInput } from '@baseline/contract/http.ts'
import type { OrderBy } from '@baseline/contract/list.ts'
import { readMapColour } from '@baseline/contract/survey-responses/map-colours.ts'
import type { MapColour } from '@baseline/contract/survey-responses/map-colours.ts'

import { readFilter } from '#platform/list/filter-fields.ts'
import type { FilterField } from '#platform/list/filter-fields.ts'
import { orderOf } from '#platform/list/list-state.ts'

/** State of the table of people: the group, the order and the first row. */
export interface PeopleView {
  people: 'enumerators' | 'supervisors'
  orderBy: OrderBy<PeopleColumn>
  offset: number
}

/** State of the dashboard, stored in the address. */
export interface DashboardView extends PeopleView {
  /** Undefined for all surveys. */
  survey?: string | undefined
  /** First and last date. A blank date leaves that end open. */
  surveyDateRange?: readonly string[] | undefined
  /** The fact that the colours of the map show; undefined for the default. */
  colour?: MapColour | undefined
}

export const datesField = {
  kind: 'dates',
  valueType: 'date',
  name: 'surveyDateRange',
  label: 'dashboard.dates',
} as const satisfies FilterField

const defaultView = { people: 'enumerators', orderBy: 'count_DESC', offset: 0 } as const

const { people, orderBy, offset } = getDashboard.query.shape

const readDates = (raw: unknown): readonly string[] | undefined => {
  const dates = readFilter(datesField, raw)
  return typeof dates === 'string' ? undefined : dates
}

/** Ignores invalid parameters, like every list. spec §4 */
export const readView = (search: Record<string, unknown>): DashboardView => ({
  survey: id.safeParse(search['survey']).data,
  surveyDateRange: readDates(search['surveyDateRange']),
  colour: readMapColour(search['colour']),
  people: people.catch(defaultView.people).parse(search['people']),
  orderBy: orderBy.catch(defaultView.orderBy).parse(search['orderBy']),
  offset: offset.catch(defaultView.offset).parse(search['offset']),
})

/** A new order starts at the first row. */
export const sortPeople = (view: PeopleView, column: string, descending: boolean): PeopleView => ({
  ...view,
  orderBy: orderBy.catch(defaultView.orderBy).parse(orderOf(column, descending ? 'descend' : 'ascend')),
  offset: 0,
})

export const writeView = (view: DashboardView): Record<string, unknown> => ({
  ...(view.survey && { survey: view.survey }),
  ...(view.surveyDateRange && { surveyDateRange: view.surveyDateRange }),
  ...(view.colour && { colour: view.colour }),
  ...(view.people !== defaultView.people && { people: view.people }),
  ...(view.orderBy !== defaultView.orderBy && { orderBy: view.orderBy }),
  ...(view.offset !== defaultView.offset && { offset: view.offset }),
})

export const requestOf = ({
  survey,
  surveyDateRange,
  colour: _colour,
  ...query
}: DashboardView): CallInput<typeof getDashboard> => ({
  params: { id: survey ?? 'all' },
  query: {
    ...query,
    ...(surveyDateRange && { surveyDateRange: [surveyDateRange[0], surveyDateRange[1]] }),
  },
})
