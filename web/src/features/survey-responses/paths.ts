import { writeAddress } from '#platform/search-text.ts'

/** What the list shows travels along to one response and back, so that next and previous mean that list. */
export type ListAddress = Record<string, unknown>

/** The links to the screens of survey responses. spec §2 */
export const paths = {
  list: (address: ListAddress = {}) => `/survey-responses${writeAddress(address)}`,
  new: () => '/survey-responses/new',
  import: () => '/survey-responses/import',
  one: (id: string) => `/survey-responses/${id}`,
  view: (id: string, address: ListAddress = {}) => `/survey-responses/${id}/view${writeAddress(address)}`,
  edit: (id: string, address: ListAddress = {}) => `/survey-responses/${id}/edit${writeAddress(address)}`,
}
