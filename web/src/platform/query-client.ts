import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { handleError } from './error-funnel.ts'

interface ErrorMeta extends Record<string, unknown> {
  /** The screen shows the error itself, in a form or as a load failure with its own redirect. */
  handlesErrors?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta
    mutationMeta: ErrorMeta
  }
}

/** Every error passes the funnel once; the client of the calls has already retried what is worth it. spec §8 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (!meta?.handlesErrors) handleError(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (!meta?.handlesErrors) handleError(error)
      },
    }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: 10_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
