/** Starts with the page instead of with the record: on a slow line both arrive together. */
export const answersView = import('./answers-view.tsx')
// `lazy` reports a failed load where the answers are shown.
answersView.catch(() => undefined)
