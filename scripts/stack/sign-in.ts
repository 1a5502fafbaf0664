import { demoPassword } from './demo-accounts.ts'

/** A token of five minutes for somebody of the demo, as the browser gets it. */
export const signInAs = async (
  { identityUrl, publicUrl }: { identityUrl: string; publicUrl: string },
  email: string,
): Promise<string> => {
  const answer = await fetch(`${identityUrl}/identity/sign-in/email`, {
    method: 'POST',
    headers: { origin: publicUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const token = await fetch(`${identityUrl}/identity/token`, { headers: { cookie } })
  return ((await token.json()) as { token: string }).token // our own service's answer
}
