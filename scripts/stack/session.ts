import { demoPassword } from './demo-accounts.ts'

interface Target {
  identityUrl: string
  publicUrl: string
}

export interface Session {
  /** The cookies that a browser would send to the identity service. */
  cookie: string
  /** Returns the header of a call to the API. Renews the token, which expires after five minutes. */
  bearer: () => Promise<string>
}

const renewAfterMs = 120_000

/** Signs in a demo user like a browser. */
export const signInDemoUser = async ({ identityUrl, publicUrl }: Target, email: string): Promise<Session> => {
  const answer = await fetch(`${identityUrl}/identity/sign-in/email`, {
    method: 'POST',
    headers: { origin: publicUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  if (!answer.ok) throw new Error(`signing in as ${email} returned status ${String(answer.status)}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ')
  return createSession(identityUrl, cookie)
}

/** Returns the session of a cookie. */
export const createSession = (identityUrl: string, cookie: string): Session => {
  let token = ''
  let fetchedAt = -Infinity
  return {
    cookie,
    bearer: async () => {
      if (performance.now() - fetchedAt > renewAfterMs) {
        const renewed = await fetch(`${identityUrl}/identity/token`, { headers: { cookie } })
        token = ((await renewed.json()) as { token: string }).token // the shape is defined by our identity service
        fetchedAt = performance.now()
      }
      return `Bearer ${token}`
    },
  }
}

/** Returns a five-minute token of a demo user. */
export const fetchDemoToken = async (target: Target, email: string): Promise<string> => {
  const { bearer } = await signInDemoUser(target, email)
  return (await bearer()).replace('Bearer ', '')
}
