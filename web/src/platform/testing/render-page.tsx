import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'

import { createQueryClient } from '../query-client.ts'
import { readAddress, writeAddress } from '../search-text.ts'
import { ToastHolder } from '../ui/toast.tsx'

/** A page that reads its URL needs a path; other paths then show a placeholder. */
const treeOf = (Page: () => ReactNode, path: string | undefined) => {
  if (path === undefined) return createRootRoute({ component: Page, notFoundComponent: Page })
  const root = createRootRoute({ notFoundComponent: () => <h1>Elsewhere</h1> })
  return root.addChildren([createRoute({ getParentRoute: () => root, path, component: Page })])
}

/**
 * Renders one page at a URL. `address()` returns the current URL; the page stays rendered after a navigation.
 */
export const renderPage = async (Page: () => ReactNode, url = '/', path?: string) => {
  const history = createMemoryHistory({ initialEntries: [url] })
  const router = createRouter({
    routeTree: treeOf(Page, path),
    history,
    parseSearch: readAddress,
    stringifySearch: writeAddress,
  })
  await router.load()
  const queries = createQueryClient()
  const { unmount } = render(
    <QueryClientProvider client={queries}>
      <ToastHolder />
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { address: () => history.location.href, history, queries, unmount }
}
