import { writeAddress } from '#platform/search-text.ts'

import type { ListAddress } from '../paths.ts'

export const queriesListName = 'answer-queries'

/** Paths of the queries on answers. */
export const paths = {
  list: (address: ListAddress = {}) => `/queries${writeAddress(address)}`,
}
