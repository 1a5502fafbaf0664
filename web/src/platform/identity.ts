import { IdentityError } from './errors.ts'
import { chosenLanguage } from './i18n.ts'
import { pauseBeforeRetry, wait } from './retry.ts'
import { keepToken } from './token-keeper.ts'

export type Provider = 'google' | 'facebook' | 'twitter'

interface IdentityOptions {
  baseUrl: string
  language: () => string
  /** Another tab has signed in as somebody else: what this page shows is not theirs. */
  onOtherAccount: () => void
  /** A service that hangs counts as one that cannot be reached. */
  timeLimitMs?: number
}

/** The port to the identity service: whatever answers there, callers only see `auth/…` codes. spec §7 */
export const createIdentity = ({
  baseUrl,
  language,
  onOtherAccount,
  timeLimitMs = 10_000,
}: IdentityOptions) => {
  const send = (path: string, init: RequestInit): Promise<Response> =>
    fetch(baseUrl + path, { credentials: 'same-origin', ...init })

  const request = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> => {
    const response = await send(path, {
      method,
      signal: AbortSignal.timeout(timeLimitMs),
      headers: {
        'Accept-Language': language(),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(unreachable)
    // An answer without JSON is an empty success or a proxy's page; neither carries a code.
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return answer
    if (response.status === 429) throw new IdentityError(tooManyRequests)
    throw new IdentityError(member(answer, 'code') ?? `auth/http-${String(response.status)}`)
  }

  /** Being busy is not the same as having no session: like the backend's calls it is tried again first. */
  const fetchToken = async (): Promise<string | null> => {
    // One limit for all tries, because the page shows nothing before.
    const signal = AbortSignal.timeout(timeLimitMs)
    for (let tries = 1; ; tries += 1) {
      const response = await send('/token?optional=true', { signal }).catch(() => undefined)
      if (response?.ok) return member(await response.json().catch(unreachable), 'token') ?? null
      const status = response?.status ?? 0
      const pause = pauseBeforeRetry(status, tries, response?.headers.get('Retry-After'))
      if (pause === undefined || signal.aborted)
        throw new IdentityError(status === 429 ? tooManyRequests : networkFailed)
      await wait(pause, signal).catch(unreachable)
    }
  }

  const tokens = keepToken(fetchToken, onOtherAccount)

  /** Signing in waits for it: an answer that comes late would take the new session's cookie away. */
  let leaving: Promise<unknown> = Promise.resolve()

  const enter = async (path: string, body: unknown): Promise<unknown> => {
    await leaving
    tokens.forget()
    return request('POST', path, body)
  }

  return {
    getToken: tokens.get,

    signIn: async (email: string, password: string, rememberMe: boolean): Promise<void> => {
      await enter('/sign-in/email', { email, password, rememberMe })
    },

    signUp: async (email: string, password: string): Promise<void> => {
      await enter('/sign-up/email', { email, password, name: '' })
    },

    /** Leaves the page; a failure at the provider comes back to `failedPath` with `?error=auth/…`. */
    signInWithProvider: async (provider: Provider, returnPath: string, failedPath: string): Promise<void> => {
      const answer = await enter('/sign-in/social', {
        provider,
        callbackURL: returnPath,
        errorCallbackURL: failedPath,
      })
      const url = member(answer, 'url')
      if (!url) throw new IdentityError('auth/internal-error')
      location.assign(url)
    },

    signOut: async (): Promise<void> => {
      tokens.forget()
      const gone = request('POST', '/sign-out', {})
      leaving = gone.catch(() => undefined)
      await gone
    },

    sendPasswordReset: async (email: string): Promise<void> => {
      await request('POST', '/request-password-reset', { email })
    },

    confirmPasswordReset: async (token: string, newPassword: string): Promise<void> => {
      await request('POST', '/reset-password', { token, newPassword })
    },

    sendEmailVerification: async (email: string): Promise<void> => {
      await request('POST', '/send-verification-email', { email })
    },

    /** The new token says that the email is verified; the old one would keep the person out until it ends. */
    confirmEmail: async (token: string): Promise<void> => {
      await request('POST', '/verify-email', { token })
      tokens.forget()
    },

    providers: async (): Promise<Provider[]> => {
      const answer = await request('GET', '/providers')
      const known: readonly Provider[] = ['google', 'facebook', 'twitter']
      return known.filter((provider) => Array.isArray(answer) && answer.includes(provider))
    },
  }
}

const networkFailed = 'auth/network-request-failed'
const tooManyRequests = 'auth/too-many-requests'

const unreachable = (): never => {
  throw new IdentityError(networkFailed)
}

const member = (answer: unknown, name: string): string | undefined => {
  if (typeof answer !== 'object' || answer === null) return undefined
  const value: unknown = Reflect.get(answer, name)
  return typeof value === 'string' ? value : undefined
}

export const identity = createIdentity({
  baseUrl: '/identity',
  language: chosenLanguage,
  onOtherAccount: () => location.reload(),
})
