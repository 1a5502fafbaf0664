/** Starts loading with the page instead of after the record, so that both load in parallel. */
export const answersView = import('./answers-view.tsx')
// Avoids an unhandled rejection: `lazy` reports a failed load where the answers are rendered.
answersView.catch(() => undefined)
