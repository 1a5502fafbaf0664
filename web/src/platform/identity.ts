import { IdentityError } from './errors.ts'
import { chosenLanguage } from './i18n.ts'
import { keepToken } from './token-keeper.ts'

export type Provider = 'google' | 'facebook' | 'twitter'

interface IdentityOptions {
  baseUrl: string
  language: () => string
}

/** The port to the identity service: whatever answers there, callers only see `auth/…` codes. spec §7 */
export const createIdentity = ({ baseUrl, language }: IdentityOptions) => {
  const request = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(baseUrl + path, {
      method,
      credentials: 'same-origin',
      headers: {
        'Accept-Language': language(),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new IdentityError('auth/network-request-failed')
    })
    // An answer without JSON is an empty success or a proxy's page; neither carries a code.
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return answer
    if (response.status === 429) throw new IdentityError('auth/too-many-requests')
    throw new IdentityError(member(answer, 'code') ?? `auth/http-${String(response.status)}`)
  }

  const fetchToken = async (): Promise<string | null> => {
    const response = await fetch(`${baseUrl}/token`, { credentials: 'same-origin' }).catch(() => {
      throw new IdentityError('auth/network-request-failed')
    })
    if (response.status === 401) return null
    if (!response.ok) throw new IdentityError('auth/network-request-failed')
    return member(await response.json(), 'token') ?? null
  }

  const tokens = keepToken(fetchToken)

  return {
    getToken: tokens.get,

    signIn: async (email: string, password: string, rememberMe: boolean): Promise<void> => {
      tokens.forget()
      await request('POST', '/sign-in/email', { email, password, rememberMe })
    },

    signUp: async (email: string, password: string): Promise<void> => {
      tokens.forget()
      await request('POST', '/sign-up/email', { email, password, name: '' })
    },

    /** Leaves the page; a failure at the provider comes back to `failedPath` with `?error=auth/…`. */
    signInWithProvider: async (provider: Provider, returnPath: string, failedPath: string): Promise<void> => {
      const answer = await request('POST', '/sign-in/social', {
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
      await request('POST', '/sign-out', {})
    },

    sendPasswordReset: async (email: string, landingPath: string): Promise<void> => {
      await request('POST', '/request-password-reset', { email, redirectTo: landingPath })
    },

    confirmPasswordReset: async (token: string, newPassword: string): Promise<void> => {
      await request('POST', '/reset-password', { token, newPassword })
    },

    sendEmailVerification: async (email: string, landingPath: string): Promise<void> => {
      await request('POST', '/send-verification-email', { email, callbackURL: landingPath })
    },

    /** The new token says that the email is verified; the old one would keep the person out until it ends. */
    confirmEmail: async (token: string): Promise<void> => {
      await request('GET', `/verify-email?token=${encodeURIComponent(token)}`)
      tokens.forget()
    },

    providers: async (): Promise<Provider[]> => {
      const answer = await request('GET', '/providers')
      const known: readonly Provider[] = ['google', 'facebook', 'twitter']
      return known.filter((provider) => Array.isArray(answer) && answer.includes(provider))
    },
  }
}

const member = (answer: unknown, name: string): string | undefined => {
  if (typeof answer !== 'object' || answer === null) return undefined
  const value: unknown = Reflect.get(answer, name)
  return typeof value === 'string' ? value : undefined
}

export const identity = createIdentity({ baseUrl: '/identity', language: chosenLanguage })
