import { writeAddress } from '#platform/search-text.ts'

/** State of the table of enumerators, stored in the address. */
export interface EnumeratorsAddress {
  survey?: string | undefined
  orderBy?: string | undefined
  offset?: number | undefined
}

/** Paths of the screens that compare enumerators. */
export const paths = {
  list: ({ survey, orderBy, offset }: EnumeratorsAddress = {}) =>
    `/checks/enumerators${writeAddress({
      ...(survey !== undefined && { survey }),
      ...(orderBy !== undefined && { orderBy }),
      ...(offset !== undefined && offset > 0 && { offset }),
    })}`,
  view: (key: string, survey?: string) =>
    `/checks/enumerators/${key}${writeAddress(survey === undefined ? {} : { survey })}`,
}
