import { messagesByLanguage } from '@baseline/contract/messages/all.ts'

import { expect, setLanguage, test } from './test.ts'
import {
  createEmail,
  createUser,
  disableUser,
  fetchDisabledAt,
  fetchToken,
  password,
  runUserCommand,
  signIn,
  signInAs,
} from './users.ts'

for (const remembered of [true, false])
  test(`remember me ${remembered ? 'on: survives' : 'off: ends with'} a restart of the browser`, async ({
    browser,
    page,
    context,
    product,
  }) => {
    const user = await createUser(product, { role: 'monitor' })
    await page.goto('/auth/signin')
    await page.getByLabel('Email').fill(user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('checkbox', { name: 'Remember me' }).setChecked(remembered)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')

    // A closed browser keeps cookies with an expiry date, and deletes session cookies.
    const persistentCookies = (await context.cookies(`${product.url}/identity/`)).filter(
      ({ expires }) => expires > 0,
    )
    const restartedContext = await browser.newContext({ baseURL: product.url })
    await restartedContext.addCookies(persistentCookies)
    const newPage = await restartedContext.newPage()
    await newPage.goto('/')
    await expect(newPage).toHaveURL(remembered ? '/' : /\/auth\/signin/)
  })

test('keeps the session in an HttpOnly cookie for /identity, and the token in memory only', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const cookies = await context.cookies(`${product.url}/identity/`)
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/identity' })
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  )
  expect(stored).not.toContain('eyJ')

  // The api does not accept the cookie, even if a browser sent it.
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${product.url}/api/auth/me`, { headers: { cookie } })
  expect(answer.status).toBe(401)
})

for (const language of ['en', 'pt-BR'] as const) {
  const texts = messagesByLanguage[language]
  test(`§8 shows the errors of sign-in and sign-up in ${language}`, async ({
    page,
    product,
    expectFailures,
  }) => {
    expectFailures(400)
    await setLanguage(page, language)
    const known = await createUser(product, { role: 'monitor' })
    const disabled = await createUser(product, { role: 'monitor' })
    await disableUser(product, disabled)

    const submit = async (email: string, secret: string, button: string) => {
      await page.getByLabel(texts.user.fields.email).fill(email)
      await page.getByRole('textbox', { name: texts.user.fields.password }).fill(secret)
      await page.getByRole('button', { name: button, exact: true }).click()
    }
    await page.goto('/auth/signin')
    await submit(known.email, 'wrong-password', texts.auth.signin)
    await expect(page.getByRole('alert')).toContainText(texts['auth/wrong-password'])
    await submit(createEmail('nobody'), password, texts.auth.signin)
    await expect(page.getByRole('alert')).toContainText(texts['auth/user-not-found'])
    await submit('not an email', password, texts.auth.signin)
    await expect(
      page
        .getByText(texts['auth/invalid-email'])
        .or(page.getByText(/válido|valid/))
        .first(),
    ).toBeVisible()

    await submit(disabled.email, password, texts.auth.signin)
    await expect(page.getByRole('alert')).toContainText(texts['auth/user-disabled'])

    await page.goto('/auth/signup')
    await submit(known.email, password, texts.auth.signup)
    await expect(page.getByRole('alert')).toContainText(texts['auth/email-already-in-use'])
  })
}

test('accepts no call later than 1 s after the user is disabled', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(401)
  const user = await createUser(product, { role: 'manager' })
  await signIn(context, product, user)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const token = await fetchToken(context, product)

  // Continues for 2 s after the change, to detect a call that any process accepts late.
  const accepted: number[] = []
  const refused: string[] = []
  let stopAt = Number.POSITIVE_INFINITY
  const callUntilStopped = async () => {
    while (Date.now() < stopAt) {
      const answer = await fetch(`${product.apiUrl}/api/auditLog?limit=1`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { code } = (await answer.json()) as { code?: string }
      if (answer.status === 200) accepted.push(Date.now())
      else refused.push(`${String(answer.status)} ${code ?? ''}`)
    }
  }
  const callers = [callUntilStopped(), callUntilStopped(), callUntilStopped(), callUntilStopped()]
  await expect.poll(() => accepted.length).toBeGreaterThan(10)
  await runUserCommand(product, 'disable', user.email)
  stopAt = Date.now() + 2000
  await Promise.all(callers)
  expect(accepted.length).toBeGreaterThan(10)
  expect(new Set(refused)).toEqual(new Set(['401 auth/user-disabled']))
  const disabledAt = await fetchDisabledAt(product, user.email)
  const lateMs = Math.max(...accepted) - disabledAt
  console.log(
    `last accepted call ${String(lateMs)} ms after the commit; ${String(accepted.length)} accepted, ${String(refused.length)} refused`,
  )
  expect(lateMs).toBeLessThanOrEqual(1000)

  // The open screen detects it, because the dashboard fetches its figures every few seconds.
  await expect(page).toHaveURL(/\/auth\/signin/)
})
