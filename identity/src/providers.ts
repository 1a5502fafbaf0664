import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth'
import type { SocialProviders } from 'better-auth/social-providers'

import { providerNames } from '#config.ts'
import type { Config, ProviderName } from '#config.ts'

/** Google, Facebook and X themselves, where no other issuer stands in for them. */
export const nativeProviders = ({ providers }: Pick<Config, 'providers'>): SocialProviders => {
  const native = (name: ProviderName) => {
    const settings = providers[name]
    return settings && !settings.discoveryUrl
      ? { clientId: settings.clientId, clientSecret: settings.clientSecret }
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
    // Facebook never says whether an address was verified.
    ...(facebook && { facebook: { ...facebook, mapProfileToUser: () => ({ emailVerified: false }) } }),
    // Without an address the library would invent one, and nobody could ever verify it.
    ...(twitter && {
      twitter: { ...twitter, mapProfileToUser: (profile) => ({ email: profile.data.email ?? null }) },
    }),
  }
}

/** Any OIDC issuer under a provider's name. Only those that answer: the others are tried again when someone asks. */
export const standInProviders = async ({
  providers,
}: Pick<Config, 'providers'>): Promise<GenericOAuthConfig[]> => {
  const standIns = providerNames.map(async (providerId): Promise<GenericOAuthConfig[]> => {
    const settings = providers[providerId]
    if (!settings?.discoveryUrl || !(await answers(settings.discoveryUrl))) return []
    return [
      {
        providerId,
        clientId: settings.clientId,
        clientSecret: settings.clientSecret,
        discoveryUrl: settings.discoveryUrl,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        // Signing out here does not sign anybody out of their ministry.
        disableProviderLogout: true,
        requireIdTokenVerification: true,
        mapProfileToUser: (profile) => ({
          emailVerified: isTrue(profile['email_verified']),
        }),
      },
    ]
  })
  return (await Promise.all(standIns)).flat()
}

/** The library takes any truthy value, also the text "false" (mended in 1.7.18): an address counts only when it says true. */
const isTrue = (value: unknown): boolean => value === true

/** The library would wait for an issuer without end, and with it every sign-in. */
const answers = async (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )
