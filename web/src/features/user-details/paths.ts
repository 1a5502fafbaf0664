/** Paths of the user details screens. spec §2 */
export const paths = {
  list: () => '/user-details',
  new: () => '/user-details/new',
  import: () => '/user-details/import',
  view: (id: string) => `/user-details/${id}`,
  edit: (id: string) => `/user-details/${id}/edit`,
}
