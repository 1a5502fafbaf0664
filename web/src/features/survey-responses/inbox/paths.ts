import { writeAddress } from '#platform/search-text.ts'

import type { ListAddress } from '../paths.ts'

/** Paths of the inbox. The address of an interview carries the state of the list. spec §2 */
export const paths = {
  list: (address: ListAddress = {}) => `/intake${writeAddress(address)}`,
  view: (id: string, address: ListAddress = {}) => `/intake/${id}${writeAddress(address)}`,
}
