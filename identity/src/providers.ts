import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth'
import type { SocialProviders } from 'better-auth/social-providers'

import { providerNames } from '#config.ts'
import type { Config, ProviderName } from '#config.ts'

type ProviderSettings = Pick<Config, 'providers' | 'isSignUpOpen'>

/** Returns Google, Facebook and X, unless another issuer replaces them. */
export const nativeProviders = ({ providers, isSignUpOpen }: ProviderSettings): SocialProviders => {
  const native = (name: ProviderName) => {
    const settings = providers[name]
    return settings && !settings.discoveryUrl
      ? { clientId: settings.clientId, clientSecret: settings.clientSecret, disableSignUp: !isSignUpOpen }
      : undefined
  }
  const [google, facebook, twitter] = [native('google'), native('facebook'), native('twitter')]
  return {
    ...(google && {
      google: {
        ...google,
        mapProfileToUser: (profile) => ({ emailVerified: isTrue(profile.email_verified) }),
      },
    }),
    // Facebook does not report whether an address is verified.
    ...(facebook && { facebook: { ...facebook, mapProfileToUser: () => ({ emailVerified: false }) } }),
    // Null: otherwise the library would invent an address, which could never be verified.
    ...(twitter && {
      twitter: { ...twitter, mapProfileToUser: (profile) => ({ email: profile.data.email ?? null }) },
    }),
  }
}

/**
 * Returns OIDC issuers that replace a provider. Skips issuers that do not respond; they are retried at the
 * next sign-in.
 */
export const replacementProviders = async ({
  providers,
  isSignUpOpen,
}: ProviderSettings): Promise<GenericOAuthConfig[]> => {
  const replacements = providerNames.map(async (providerId): Promise<GenericOAuthConfig[]> => {
    const settings = providers[providerId]
    if (!settings?.discoveryUrl || !(await isReachable(settings.discoveryUrl))) return []
    return [
      {
        providerId,
        clientId: settings.clientId,
        clientSecret: settings.clientSecret,
        discoveryUrl: settings.discoveryUrl,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        disableSignUp: !isSignUpOpen,
        // Signing out here must not end the user's session at the issuer.
        disableProviderLogout: true,
        requireIdTokenVerification: true,
        mapProfileToUser: (profile) => ({
          emailVerified: isTrue(profile['email_verified']),
        }),
      },
    ]
  })
  return (await Promise.all(replacements)).flat()
}

/**
 * The library accepts any truthy value, even the text "false" (fixed in 1.7.18); here only `true` verifies an
 * address.
 */
const isTrue = (value: unknown): boolean => value === true

/** Checks with a timeout, because the library would wait for an issuer forever and block every sign-in. */
const isReachable = async (url: string): Promise<boolean> =>
  fetch(url, { redirect: 'error', signal: AbortSignal.timeout(3_000) }).then(
    async (response) => {
      await response.body?.cancel()
      return response.ok
    },
    () => false,
  )
