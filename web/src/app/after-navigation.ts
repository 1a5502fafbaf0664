import { label, t } from '#platform/i18n.ts'

import type { AppRouter } from './router.tsx'

/**
 * After a navigation, sets the title of the tab and focuses the heading, for screen readers and keyboards.
 */
export const watchNavigation = (router: AppRouter): void => {
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    const title = router.state.matches.at(-1)?.staticData.title
    document.title = title ? `${label(title)} · ${t('app.title')}` : t('app.title')
    // The first page of a visit keeps the browser's default focus.
    if (pathChanged && fromLocation) document.querySelector<HTMLElement>('main h1')?.focus()
  })
}
