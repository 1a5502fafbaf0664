import { handleError } from '#platform/error-funnel.ts'
import { IdentityError, decide, messageOf } from '#platform/errors.ts'
import type { SecondFactor } from '#platform/identity.ts'
import { session } from '#platform/session.ts'

/** The user closed the browser's dialog for passkeys, or the device has none. */
const isCancelledPasskey = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotAllowedError'

/**
 * Signs in with the given method and loads the user. Returns the second factors if one of them is needed. If
 * it fails, signs out and shows the error as the alert of the page. Forbidden calls and unexpected failures also
 * go to the global error handler. spec §8
 */
export const signInAndLoad = async (
  signIn: () => Promise<readonly SecondFactor[] | void>,
): Promise<'signedIn' | 'failed' | readonly SecondFactor[]> => {
  session.setAuthError(undefined)
  try {
    const neededFactors = await signIn().catch((error: unknown) => {
      void session.signOut()
      throw isCancelledPasskey(error) ? new IdentityError('auth/popup-closed-by-user') : error
    })
    if (neededFactors && neededFactors.length > 0) return neededFactors
    // Signs out too if the user cannot be loaded.
    await session.load()
    return 'signedIn'
  } catch (error) {
    session.setAuthError(messageOf(error))
    const { kind } = decide(error)
    if (kind === 'forbidden' || kind === 'failure') handleError(error)
    return 'failed'
  }
}
