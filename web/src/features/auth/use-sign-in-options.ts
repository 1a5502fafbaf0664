import { useQuery } from '@tanstack/react-query'

import { identity } from '#platform/identity.ts'
import type { SignInOptions } from '#platform/identity.ts'

const defaults: SignInOptions = { providers: [], isSignUpOpen: true }

export const useSignInOptions = (): SignInOptions => {
  const { data = defaults } = useQuery({
    queryKey: ['identity', 'options'],
    queryFn: identity.options,
    staleTime: Number.POSITIVE_INFINITY,
    // If this request fails, users can still sign in with their password.
    meta: { handlesErrors: true },
  })
  return data
}
