interface Kept {
  token: string
  renewAt: number
}

/** A token is renewed well before it ends, so that a slow call never carries an expired one. */
const usableShare = 0.8

interface Claims {
  /** The account. */
  sub: string
  lifetimeMs: number
}

/** Only servers verify a token. Its lifetime is read instead of its end: a wrong clock on the laptop must not matter. */
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
 * Keeps the token in memory only; callers that ask at the same moment share one renewal.
 * All tabs share the session's cookie: when another tab has changed the account, this one still shows the
 * person before. Then nobody gets a token here, and `onOtherAccount` has to start the page anew.
 */
export const keepToken = (fetchToken: () => Promise<string | null>, onOtherAccount: () => void) => {
  let kept: Kept | undefined
  let owner: string | undefined
  let renewal: Promise<string | null> | undefined
  let epoch = 0

  const renew = async (): Promise<string | null> => {
    const begun = epoch
    const token = await fetchToken()
    // Who signed out or changed account meanwhile must not get the old token back.
    if (begun !== epoch) return token
    if (token === null) {
      kept = undefined
      return null
    }
    const { sub, lifetimeMs } = claimsOf(token)
    owner ??= sub
    if (sub !== owner) {
      onOtherAccount()
      // The page is about to go; an answer or an error would still show for a moment.
      return new Promise(() => undefined)
    }
    kept = { token, renewAt: Date.now() + lifetimeMs * usableShare }
    return token
  }

  return {
    get: ({ force = false }: { force?: boolean } = {}): Promise<string | null> => {
      if (kept && !force && Date.now() < kept.renewAt) return Promise.resolve(kept.token)
      const mine: Promise<string | null> = (renewal ??= renew().finally(() => {
        if (renewal === mine) renewal = undefined
      }))
      return mine
    },
    /** Whoever comes next in this tab may be somebody else. */
    forget: (): void => {
      epoch += 1
      kept = undefined
      owner = undefined
      renewal = undefined
    },
  }
}
