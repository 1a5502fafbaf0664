import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'

import { createQueryClient } from '../query-client.ts'
import { ToastHolder } from '../ui/toast.tsx'

/** Shows one page at an address; where it leads is told by `address()`, and it stays on screen meanwhile. */
export const renderPage = async (Page: () => ReactNode, at = '/') => {
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter({
    routeTree: createRootRoute({ component: Page, notFoundComponent: Page }),
    history,
  })
  await router.load()
  const queries = createQueryClient()
  const { unmount } = render(
    <QueryClientProvider client={queries}>
      <ToastHolder />
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { address: () => history.location.href, queries, unmount }
}
