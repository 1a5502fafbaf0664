import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { handleError } from './error-funnel.ts'

interface ErrorMeta extends Record<string, unknown> {
  /** The screen handles the error itself, in a form or with its own redirect. */
  handlesErrors?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta
    mutationMeta: ErrorMeta
  }
}

/** Passes every error to the handler once. The API client has already done the retries. spec §8 */
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
