import { handleError } from '#platform/error-funnel.ts'
import { decide, messageOf } from '#platform/errors.ts'
import { session } from '#platform/session.ts'

/**
 * Signs in with the given method and loads the user. If either fails, signs out and shows the error as the
 * alert of the page. Forbidden calls and unexpected failures also go to the global error handler. spec §8
 */
export const signInAndLoad = async (signIn: () => Promise<void>): Promise<boolean> => {
  session.setAuthError(undefined)
  try {
    await signIn().catch((error: unknown) => {
      void session.signOut()
      throw error
    })
    // Signs out too if the user cannot be loaded.
    await session.load()
    return true
  } catch (error) {
    session.setAuthError(messageOf(error))
    const { kind } = decide(error)
    if (kind === 'forbidden' || kind === 'failure') handleError(error)
    return false
  }
}
