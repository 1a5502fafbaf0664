/** Paths of the screens for users and roles. spec §2 */
export const paths = {
  list: () => '/iam',
  new: () => '/iam/new',
  import: () => '/iam/import',
  view: (id: string) => `/iam/${id}`,
  edit: (id: string) => `/iam/${id}/edit`,
}
