/** Paths of the survey screens. */
export const paths = {
  list: () => '/surveys',
  new: () => '/surveys/new',
  view: (id: string) => `/surveys/${id}`,
  settings: (id: string) => `/surveys/${id}/settings`,
  preview: (id: string, version?: number) =>
    version === undefined ? `/surveys/${id}/preview` : `/surveys/${id}/preview?version=${String(version)}`,
}
