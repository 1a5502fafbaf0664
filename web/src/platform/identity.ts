import { IdentityError } from './errors.ts'
import { chosenLanguage } from './i18n.ts'
import { pauseBeforeRetry, wait } from './retry.ts'
import { keepToken } from './token-keeper.ts'

const knownProviders = ['google', 'facebook', 'twitter'] as const
export type Provider = (typeof knownProviders)[number]

export interface SignInOptions {
  providers: Provider[]
  /** Whether people can create accounts themselves. */
  isSignUpOpen: boolean
}

/** Ways to prove the identity besides the password. */
const secondFactors = ['app', 'passkey'] as const
export type SecondFactor = (typeof secondFactors)[number]

interface IdentityOptions {
  baseUrl: string
  language: () => string
  /** Called if another tab has signed in as another user, so that this page's content is not theirs. */
  onOtherAccount: () => void
  /** After this time the service counts as unreachable. */
  timeLimitMs?: number
}

/** Client of the identity service; callers see only `auth/…` codes. spec §7 */
export const createIdentity = ({
  baseUrl,
  language,
  onOtherAccount,
  timeLimitMs = 10_000,
}: IdentityOptions) => {
  const send = (path: string, init: RequestInit): Promise<Response> =>
    fetch(baseUrl + path, { credentials: 'same-origin', ...init })

  const request = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<unknown> => {
    const response = await send(path, {
      method,
      signal: AbortSignal.timeout(timeLimitMs),
      headers: {
        'Accept-Language': language(),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(throwUnreachable)
    // A response without JSON is an empty success or a proxy's page; neither has a code.
    const json: unknown = await response.json().catch(() => null)
    if (response.ok) return json
    if (response.status === 429) throw new IdentityError(tooManyRequests)
    throw new IdentityError(readText(json, 'code') ?? `auth/http-${String(response.status)}`)
  }

  /**
   * Fetches a token. Retries if the service is busy, like calls of the backend, because that does not mean
   * that there is no session.
   */
  const fetchToken = async (): Promise<string | null> => {
    // One time limit for all attempts, because the page shows nothing until then.
    const signal = AbortSignal.timeout(timeLimitMs)
    for (let attempt = 1; ; attempt += 1) {
      const response = await send('/token?optional=true', { signal }).catch(() => undefined)
      if (response?.ok) return readText(await response.json().catch(throwUnreachable), 'token') ?? null
      const status = response?.status ?? 0
      const pauseMs = pauseBeforeRetry(status, attempt, response?.headers.get('Retry-After'))
      if (pauseMs === undefined || signal.aborted)
        throw new IdentityError(status === 429 ? tooManyRequests : networkFailed)
      await wait(pauseMs, signal).catch(throwUnreachable)
    }
  }

  const tokens = keepToken(fetchToken, onOtherAccount)

  /** Signing in waits for this: a late sign-out response would delete the new session's cookie. */
  let pendingSignOut: Promise<unknown> = Promise.resolve()

  const startSession = async (path: string, body: unknown): Promise<unknown> => {
    await pendingSignOut
    tokens.forget()
    return request('POST', path, body)
  }

  return {
    getToken: tokens.get,

    /** Returns the second factors of which one is still needed; an empty list if the user is signed in. */
    signIn: async (email: string, password: string, rememberMe: boolean): Promise<SecondFactor[]> => {
      const json = await startSession('/sign-in/email', { email, password, rememberMe })
      const needed: unknown = typeof json === 'object' && json !== null && Reflect.get(json, 'secondFactors')
      return Array.isArray(needed) ? secondFactors.filter((factor) => needed.includes(factor)) : []
    },

    /** Signs in with the second step, or with a passkey. */
    startSession,

    signUp: async (email: string, password: string): Promise<void> => {
      await startSession('/sign-up/email', { email, password, name: '' })
    },

    /** Leaves the page; on failure the provider redirects to `failedPath` with `?error=auth/…`. */
    signInWithProvider: async (provider: Provider, returnPath: string, failedPath: string): Promise<void> => {
      const json = await startSession('/sign-in/social', {
        provider,
        callbackURL: returnPath,
        errorCallbackURL: failedPath,
      })
      const url = readText(json, 'url')
      if (!url) throw new IdentityError('auth/internal-error')
      location.assign(url)
    },

    signOut: async (): Promise<void> => {
      tokens.forget()
      const signOutRequest = request('POST', '/sign-out', {})
      pendingSignOut = signOutRequest.catch(() => undefined)
      await signOutRequest
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

    /** The new token contains the verified email; the old one would block the user until it expires. */
    confirmEmail: async (token: string): Promise<void> => {
      await request('POST', '/verify-email', { token })
      tokens.forget()
    },

    /** Calls the service for a signed-in user. */
    request,

    /** Fetches a new token with the next call: after a change that its claims must show. */
    forgetToken: tokens.forget,

    /** Returns how people can sign in here; ignores providers that the screens do not know. */
    options: async (): Promise<SignInOptions> => {
      const { providers, isSignUpOpen } = (await request('GET', '/options')) as SignInOptions
      return { providers: knownProviders.filter((provider) => providers.includes(provider)), isSignUpOpen }
    },
  }
}

const networkFailed = 'auth/network-request-failed'
const tooManyRequests = 'auth/too-many-requests'

const throwUnreachable = (): never => {
  throw new IdentityError(networkFailed)
}

const readText = (json: unknown, name: string): string | undefined => {
  if (typeof json !== 'object' || json === null) return undefined
  const value: unknown = Reflect.get(json, name)
  return typeof value === 'string' ? value : undefined
}

export const identity = createIdentity({
  baseUrl: '/identity',
  language: chosenLanguage,
  onOtherAccount: () => location.reload(),
})
