import type { QueryClient } from '@tanstack/react-query'

import { paths as auth } from '#features/auth/paths.ts'
import { signOutAndGo } from '#features/auth/sign-out.ts'
import { decide } from '#platform/errors.ts'
import { hasUnsaved } from '#platform/form/unsaved.ts'
import { session } from '#platform/session.ts'
import { toast } from '#platform/ui/toast.tsx'

import { paths } from './paths.ts'
import type { AppRouter } from './router.tsx'

/** Carries out what `decide` decided. spec §8 */
export const errorHandler =
  ({ history }: AppRouter, queries: QueryClient) =>
  (error: unknown): void => {
    const outcome = decide(error)
    const here = history.location.href
    switch (outcome.kind) {
      case 'ignore':
        return
      case 'toast':
        toast.error(outcome.message)
        return
      case 'forbidden':
        // A role may have been revoked: the menu and the next screen should know.
        void session.refresh()
        history.push(paths.forbidden())
        return
      case 'failure':
        // Several calls of one screen fail together: the first one leads, and Back returns to the screen.
        if (history.location.pathname !== paths.failure())
          history.push(paths.failure(outcome.requestId, here))
        return
      case 'signOut':
        // The calls of one screen all end with the session; only the first one knows where the person was.
        if (!session.current()) return
        // A person who is let in again goes on where they were; one who is not, because they are disabled, leaves.
        if (outcome.message === undefined && hasUnsaved()) return session.end()
        session.setAuthError(outcome.message)
        signOutAndGo(history.push, queries, auth.signin(here))
    }
  }
