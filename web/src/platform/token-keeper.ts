interface Kept {
  token: string
  renewAt: number
}

/** A token is renewed well before it ends, so that a slow call never carries an expired one. */
const usableShare = 0.8

/** Only its lifetime is read here: a wrong clock on the laptop must not matter, and only servers verify. */
const lifetimeMs = (token: string): number => {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const { exp = 0, iat = 0 } = JSON.parse(atob(payload)) as { exp?: number; iat?: number }
  return (exp - iat) * 1000
}

/** Keeps the token in memory only; callers that ask at the same moment share one renewal. */
export const keepToken = (fetchToken: () => Promise<string | null>) => {
  let kept: Kept | undefined
  let renewal: Promise<string | null> | undefined
  let epoch = 0

  const renew = async (): Promise<string | null> => {
    const begun = epoch
    const token = await fetchToken()
    // Who signed out or changed account meanwhile must not get the old token back.
    if (begun === epoch)
      kept = token === null ? undefined : { token, renewAt: Date.now() + lifetimeMs(token) * usableShare }
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
    forget: (): void => {
      epoch += 1
      kept = undefined
      renewal = undefined
    },
  }
}
