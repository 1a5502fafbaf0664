import { writeAddress } from '#platform/search-text.ts'

/** State of the list. The address of a response carries it, so that next and previous follow that list. */
export type ListAddress = Record<string, unknown>

/** Paths of the survey response screens. spec §2 */
export const paths = {
  list: (address: ListAddress = {}) => `/survey-responses${writeAddress(address)}`,
  new: () => '/survey-responses/new',
  import: () => '/survey-responses/import',
  one: (id: string) => `/survey-responses/${id}`,
  view: (id: string, address: ListAddress = {}) => `/survey-responses/${id}/view${writeAddress(address)}`,
  edit: (id: string, address: ListAddress = {}) => `/survey-responses/${id}/edit${writeAddress(address)}`,
  /** Two or three responses side by side. */
  compare: (id: string, others: readonly string[], address: ListAddress = {}) =>
    `/survey-responses/${id}/compare${writeAddress({ ...address, with: others.join(',') })}`,
}
