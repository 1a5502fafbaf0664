import { createAuth } from '#accounts.ts'
import type { AccountsServices, Auth } from '#accounts.ts'
import { providerNames } from '#config.ts'
import type { Config, ProviderName } from '#config.ts'
import { replacementProviders } from '#providers.ts'

export interface Accounts {
  readonly auth: Auth
  readonly configuredProviders: ProviderName[]
  /** Retries an issuer that was down at startup, at most every ten seconds. */
  connect: (provider: ProviderName) => Promise<void>
}

const retryMilliseconds = 10_000

/**
 * The library contacts replacement issuers once, at its start. Their outage must not prevent our start, and
 * must not last longer than it does.
 */
export const openAccounts = async (config: Config, services: AccountsServices): Promise<Accounts> => {
  const build = async (): Promise<Auth> => createAuth(config, services, await replacementProviders(config))
  let auth = await build()
  let lastAttempt = 0
  return {
    get auth() {
      return auth
    },
    configuredProviders: providerNames.filter((name) => config.providers[name]),
    connect: async (provider) => {
      const { socialProviders } = await auth.$context
      const isConnected = socialProviders.some(({ id }) => id === provider)
      if (isConnected || !config.providers[provider] || Date.now() - lastAttempt < retryMilliseconds) return
      lastAttempt = Date.now()
      auth = await build()
    },
  }
}
