import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { BrowserContext, Page } from '@playwright/test'

import { createDemoUser, demoPassword } from '../../scripts/stack/demo-accounts.ts'
import type { DemoUser } from '../../scripts/stack/demo-accounts.ts'
import { root } from '../../scripts/stack/stack.ts'
import { withDatabase } from './database.ts'
import type { Product } from './product.ts'

export const password = demoPassword
export const createEmail = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@example.org`

/** Creates a user. By default the user has a name, a verified email address and no role. */
export const createUser = async (product: Product, overrides: Partial<DemoUser> = {}): Promise<DemoUser> => {
  const user: DemoUser = {
    email: createEmail(overrides.role ?? 'user'),
    firstName: 'Ana',
    lastName: 'Lima',
    role: undefined,
    emailVerified: true,
    ...overrides,
  }
  await createDemoUser(
    {
      identityUrl: product.identityUrl,
      serviceToken: product.apiEnv['SERVICE_TOKEN'] ?? '',
      databaseUrl: product.apiEnv['DATABASE_URL'] ?? '',
    },
    user,
  )
  return user
}

/** Signs the browser in by API call. sign-in.spec.ts tests the screen. */
export const signIn = async (
  context: BrowserContext,
  product: Product,
  { email }: { email: string },
  rememberMe = true,
): Promise<void> => {
  const answer = await context.request.post(`${product.url}/identity/sign-in/email`, {
    headers: { origin: product.url },
    data: { email, password, rememberMe },
  })
  if (!answer.ok()) throw new Error(`sign-in of ${email} failed: ${await answer.text()}`)
}

/** Creates a user with this role and signs the browser in. */
export const signInAs = async (
  context: BrowserContext,
  product: Product,
  role: string,
): Promise<DemoUser> => {
  const user = await createUser(product, { role })
  await signIn(context, product, user)
  return user
}

/** Signs up on the screen. */
export const signUp = async (page: Page, email: string): Promise<void> => {
  await page.goto('/auth/signup')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
}

/** Returns a bearer token of the signed-in browser, for API calls by the test. */
export const fetchToken = async (context: BrowserContext, product: Product): Promise<string> => {
  const answer = await context.request.get(`${product.url}/identity/token`)
  return ((await answer.json()) as { token: string }).token
}

export const fetchHeaders = async (
  context: BrowserContext,
  product: Product,
): Promise<{ authorization: string }> => ({
  authorization: `Bearer ${await fetchToken(context, product)}`,
})

/** Runs the operator's user command and returns its output. */
export const runUserCommand = async (product: Product, ...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'api/src/user-command.ts'), ...args],
    {
      cwd: root,
      env: product.apiEnv,
    },
  )
  return stdout.trim()
}

interface Mail {
  to: string
  subject: string
  text: string
}

const fetchMails = async (product: Product, email: string): Promise<Mail[]> => {
  const answer = await fetch(`${product.mailUrl}/mails`)
  return ((await answer.json()) as Mail[]).filter(({ to }) => to === email)
}

/** Waits for the nth mail to an address. Returns it with the first link in its text. */
export const waitForMail = async (
  product: Product,
  email: string,
  nth = 1,
): Promise<Mail & { link: string }> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const mail = (await fetchMails(product, email))[nth - 1]
    if (mail) return { ...mail, link: /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '' }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`mail ${String(nth)} to ${email} did not arrive`)
}

/** Returns the time at which the database recorded that a user was disabled, in epoch milliseconds. */
export const fetchDisabledAt = (product: Product, email: string): Promise<number> =>
  withDatabase(product, async (client) => {
    const { rows } = await client.query<{ at: Date }>(
      `select a.timestamp as at from audit_log a join users u on u.id::text = a.entity_id
       where u.email = $1 and a.action = 'disable'`,
      [email],
    )
    return rows[0]?.at.getTime() ?? Number.NaN
  })

/**
 * Disables a user and waits until the identity service has disabled the account. A sign-in can succeed until
 * then. Its session ends within a second, and the screen shows no reason.
 */
export const disableUser = async (product: Product, { email }: { email: string }): Promise<void> => {
  await runUserCommand(product, 'disable', email)
  const url = `${product.identityUrl}/internal/accounts?email=${encodeURIComponent(email)}`
  const headers = { authorization: `Bearer ${product.apiEnv['SERVICE_TOKEN'] ?? ''}` }
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const account = (await (await fetch(url, { headers })).json()) as { disabled: boolean }
    if (account.disabled) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the identity service did not disable the account')
}
