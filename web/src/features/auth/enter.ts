import { handleError } from '#platform/error-funnel.ts'
import { decide, messageOf } from '#platform/errors.ts'
import { session } from '#platform/session.ts'

/**
 * Signs in by the given way and loads the person. A failure of either signs out and stays on the page
 * as its alert; only what is no refusal of the attempt itself goes through the funnel as well. spec §8
 */
export const enter = async (signIn: () => Promise<void>): Promise<boolean> => {
  session.setAuthError(undefined)
  try {
    await signIn().catch((error: unknown) => {
      void session.signOut()
      throw error
    })
    // A person who cannot be loaded is signed out by this already.
    await session.load()
    return true
  } catch (error) {
    session.setAuthError(messageOf(error))
    const { kind } = decide(error)
    if (kind === 'forbidden' || kind === 'failure') handleError(error)
    return false
  }
}
