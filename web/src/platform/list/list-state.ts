import type { Filter, FilterChange } from './filter-fields.ts'

export const pageSizes = [10, 20, 50, 100] as const

/** State of a list; all of it except the selection is in the URL. spec §4 */
export interface ListState {
  filter: Filter
  /** Column key plus _ASC or _DESC. */
  orderBy: string
  page: number
  pageSize: number
  /** Name of the view, if it is not the list of rows. */
  view?: string | undefined
  /** Meaning of the colours in the view, unless it is the default. */
  colour?: string | undefined
  selected: readonly string[]
}

export type ListEvent =
  | { type: 'filtered'; change: FilterChange }
  | { type: 'sorted'; orderBy: string }
  | { type: 'turned'; page: number; pageSize: number }
  | { type: 'selected'; ids: readonly string[] }
  | { type: 'fetched' }

export const initialListState = (orderBy: string): ListState => ({
  filter: {},
  orderBy,
  page: 1,
  pageSize: 10,
  selected: [],
})

/** Only a new filter resets to page 1; every fetch clears the selection. spec §4 */
export const listReducer = (state: ListState, event: ListEvent): ListState => {
  switch (event.type) {
    case 'filtered':
      return { ...state, filter: event.change(state.filter), page: 1, selected: [] }
    case 'sorted':
      return { ...state, orderBy: event.orderBy, selected: [] }
    case 'turned':
      return { ...state, page: event.page, pageSize: event.pageSize, selected: [] }
    case 'selected':
      return { ...state, selected: event.ids }
    case 'fetched':
      return { ...state, selected: [] }
  }
}

/** `descend` means DESC, anything else ASC. spec §4 */
export const orderOf = (column: string, direction: 'ascend' | 'descend' | null | undefined): string =>
  `${column}_${direction === 'descend' ? 'DESC' : 'ASC'}`

export const sortedColumn = (orderBy: string): { column: string; descending: boolean } => ({
  column: orderBy.replace(/_(ASC|DESC)$/, ''),
  descending: orderBy.endsWith('_DESC'),
})

export const pageRequest = ({ page, pageSize }: Pick<ListState, 'page' | 'pageSize'>) => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
})
