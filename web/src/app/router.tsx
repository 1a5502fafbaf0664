import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import {
  Outlet,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'

import { features } from '#features/index.ts'
import type { Screen } from '#platform/feature.ts'
import { label, loadWithTexts, t } from '#platform/i18n.ts'
import { readAddress, writeAddress } from '#platform/search-text.ts'
import { session } from '#platform/session.ts'

import { BrokenPage, BrokenScreen, FailurePage, ForbiddenPage, NotFoundPage } from './error-pages.tsx'
import { guard } from './guard.ts'
import { loadPage } from './load-page.ts'
import { paths } from './paths.ts'
import { ProgressBar } from './progress-bar.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: MessageKey | undefined
  }
}

const root = createRootRoute({
  component: () => (
    <>
      <ProgressBar />
      <Outlet />
    </>
  ),
})

const layout = createRoute({
  getParentRoute: () => root,
  id: 'layout',
  component: lazyRouteComponent(() => loadPage(() => import('./layout.tsx')), 'AppLayout'),
})

/** Keeps all search parameters, for screens without validateSearch. */
const keepSearch = (search: Record<string, unknown>): Record<string, unknown> => search

const loadScreen = async ({ access, usesStartTexts, load }: Screen) => ({
  Page: await (access === 'private' && !usesStartTexts ? loadWithTexts(load) : load()),
})

const routeOf = (screen: Screen) =>
  createRoute({
    getParentRoute: () => (screen.access === 'private' ? layout : root),
    path: screen.path,
    validateSearch: screen.validateSearch ?? keepSearch,
    beforeLoad: ({ location }) => {
      const target = guard(session.current(), screen, location.href)
      if (target !== undefined) throw redirect({ href: target, replace: true })
    },
    component: lazyRouteComponent(() => loadPage(() => loadScreen(screen)), 'Page'),
    staticData: { title: screen.title },
    ...(screen.access === 'private' && { errorComponent: BrokenScreen }),
  })

const screens = features.flatMap((feature) => feature.screens)
const routesOf = (inLayout: boolean) =>
  screens.filter(({ access }) => (access === 'private') === inLayout).map(routeOf)

const openPage = (path: string, title: MessageKey, component: () => React.ReactNode) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    validateSearch: keepSearch,
    staticData: { title },
  })

export const createAppRouter = () =>
  createRouter({
    routeTree: root.addChildren([
      layout.addChildren(routesOf(true)),
      ...routesOf(false),
      openPage(paths.forbidden(), 'pages.forbidden', ForbiddenPage),
      openPage(paths.failure(), 'pages.failure', FailurePage),
      openPage('$', 'pages.notFound', NotFoundPage),
    ]),
    defaultPreload: 'intent',
    // A screen keeps no state across records: another id in the path remounts it.
    defaultRemountDeps: ({ params }) => params,
    defaultErrorComponent: BrokenPage,
    defaultNotFoundComponent: NotFoundPage,
    parseSearch: readAddress,
    stringifySearch: writeAddress,
    // Removes refused parameters from the URL too.
    search: { strict: true },
    scrollRestoration: true,
  })

export type AppRouter = ReturnType<typeof createAppRouter>

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
