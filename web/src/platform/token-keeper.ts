interface StoredToken {
  token: string
  renewAt: number
}

/** Renews a token well before it expires, so that a slow call never sends an expired one. */
const renewalShare = 0.8

interface Claims {
  /** The account. */
  sub: string
  lifetimeMs: number
}

/**
 * Reads a token without verification, which only servers do. Uses its lifetime, not its expiry, so that a
 * wrong clock on the device does not matter.
 */
const claimsOf = (token: string): Claims => {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const {
    sub = '',
    exp = 0,
    iat = 0,
  } = JSON.parse(atob(payload)) as { sub?: string; exp?: number; iat?: number }
  return { sub, lifetimeMs: (exp - iat) * 1000 }
}

/**
 * Keeps the token in memory only; concurrent callers share one renewal. All tabs share the session's cookie:
 * if another tab changes the account, this one still shows the previous user. It then returns no token, and
 * `onOtherAccount` must reload the page.
 */
export const keepToken = (fetchToken: () => Promise<string | null>, onOtherAccount: () => void) => {
  let storedToken: StoredToken | undefined
  let owner: string | undefined
  let renewal: Promise<string | null> | undefined
  let epoch = 0

  const renew = async (): Promise<string | null> => {
    const startEpoch = epoch
    const token = await fetchToken()
    // After a sign-out or a change of account in the meantime, the old token must not be stored.
    if (startEpoch !== epoch) return token
    if (token === null) {
      storedToken = undefined
      return null
    }
    const { sub, lifetimeMs } = claimsOf(token)
    owner ??= sub
    if (sub !== owner) {
      onOtherAccount()
      // Never resolves: the page is about to reload, and a result or an error would flash.
      return new Promise(() => undefined)
    }
    storedToken = { token, renewAt: Date.now() + lifetimeMs * renewalShare }
    return token
  }

  return {
    get: ({ force = false }: { force?: boolean } = {}): Promise<string | null> => {
      if (storedToken && !force && Date.now() < storedToken.renewAt) return Promise.resolve(storedToken.token)
      const currentRenewal: Promise<string | null> = (renewal ??= renew().finally(() => {
        if (renewal === currentRenewal) renewal = undefined
      }))
      return currentRenewal
    },
    /** The next user of this tab may be another one. */
    forget: (): void => {
      epoch += 1
      storedToken = undefined
      owner = undefined
      renewal = undefined
    },
  }
}
