import { demoPassword } from './demo-accounts.ts'

/** Returns a five-minute token of a demo user, obtained like in the browser. */
export const fetchDemoToken = async (
  { identityUrl, publicUrl }: { identityUrl: string; publicUrl: string },
  email: string,
): Promise<string> => {
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
  const token = await fetch(`${identityUrl}/identity/token`, { headers: { cookie } })
  return ((await token.json()) as { token: string }).token // the shape is defined by our identity service
}
