import { label, t } from '#platform/i18n.ts'

import type { AppRouter } from './router.tsx'

/** Names the tab after the screen, and tells screen readers and the keyboard that the page is another one. */
export const watchNavigation = (router: AppRouter): void => {
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    const title = router.state.matches.at(-1)?.staticData.title
    document.title = title ? `${label(title)} · ${t('app.title')}` : t('app.title')
    // The first page of a visit starts at the top, as the browser does it.
    if (pathChanged && fromLocation) document.querySelector<HTMLElement>('main h1')?.focus()
  })
}
