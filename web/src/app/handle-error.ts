import type { QueryClient } from '@tanstack/react-query'

import { paths as auth } from '#features/auth/paths.ts'
import { signOutAndGo } from '#features/auth/sign-out.ts'
import { decide } from '#platform/errors.ts'
import { hasUnsaved } from '#platform/form/unsaved.ts'
import { session } from '#platform/session.ts'
import { toast } from '#platform/ui/toast.tsx'

import { paths } from './paths.ts'
import type { AppRouter } from './router.tsx'

/** Returns a function that applies the outcome of `decide` to an error. spec §8 */
export const errorHandler =
  ({ history }: AppRouter, queries: QueryClient) =>
  (error: unknown): void => {
    const outcome = decide(error)
    const currentUrl = history.location.href
    switch (outcome.kind) {
      case 'ignore':
        return
      case 'toast':
        toast.error(outcome.message)
        return
      case 'forbidden':
        // A role may have been revoked: updates the menu and the permissions.
        void session.refresh()
        history.push(paths.forbidden())
        return
      case 'failure':
        // If several calls of a screen fail, only the first redirects, and Back returns to the screen.
        if (history.location.pathname !== paths.failure())
          history.push(paths.failure(outcome.requestId, currentUrl))
        return
      case 'signOut':
        // If several calls fail with the session, only the first knows the current page.
        if (!session.current()) return
        // With unsaved changes the user can sign in again and stay on the page; a disabled user is signed
        // out.
        if (outcome.message === undefined && hasUnsaved()) return session.end()
        session.setAuthError(outcome.message)
        signOutAndGo(history.push, queries, auth.signin(currentUrl))
    }
  }
