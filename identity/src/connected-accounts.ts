import { createAuth } from '#accounts.ts'
import type { AccountsServices, Auth } from '#accounts.ts'
import { providerNames } from '#config.ts'
import type { Config, ProviderName } from '#config.ts'
import { standInProviders } from '#providers.ts'

export interface Accounts {
  readonly auth: Auth
  readonly configuredProviders: ProviderName[]
  /** An issuer that was away when we started is asked for again, at most every ten seconds. */
  connect: (provider: ProviderName) => Promise<void>
}

const retryMilliseconds = 10_000

/** The library asks stand-in issuers once, at its start; an outage of theirs must neither stop us nor last beyond it. */
export const openAccounts = async (config: Config, services: AccountsServices): Promise<Accounts> => {
  const build = async (): Promise<Auth> => createAuth(config, services, await standInProviders(config))
  let auth = await build()
  let lastTry = 0
  return {
    get auth() {
      return auth
    },
    configuredProviders: providerNames.filter((name) => config.providers[name]),
    connect: async (provider) => {
      const { socialProviders } = await auth.$context
      const known = socialProviders.some(({ id }) => id === provider)
      if (known || !config.providers[provider] || Date.now() - lastTry < retryMilliseconds) return
      lastTry = Date.now()
      auth = await build()
    },
  }
}
