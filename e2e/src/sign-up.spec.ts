import { messagesByLanguage } from '@baseline/contract/messages/all.ts'

import { expect, setLanguage, test } from './test.ts'
import { createEmail, password, runUserCommand, signIn, signUp, waitForMail } from './users.ts'

test('signs up, verifies the email address by mail, and opens the dashboard once a role is granted', async ({
  page,
  product,
}) => {
  const email = createEmail('newcomer')
  await signUp(page, email)
  await expect(page.getByText(`Please confirm your email at ${email} to continue`)).toBeVisible()

  const mail = await waitForMail(product, email)
  expect(mail.subject).toBe('Confirm your email for Baseline Survey')
  await page.goto(mail.link)
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You have no permissions yet.')).toBeVisible()

  expect(await runUserCommand(product, 'grant', email, 'monitor')).toBe('done')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
})

test('sends the verification mail again, in the language of the screen', async ({ page, product }) => {
  const texts = messagesByLanguage['pt-BR']
  const email = createEmail('novata')
  await setLanguage(page, 'pt-BR')
  await page.goto('/auth/signup')
  await page.getByLabel(texts.user.fields.email).fill(email)
  await page.getByRole('textbox', { name: texts.user.fields.password }).fill(password)
  await page.getByRole('button', { name: texts.auth.signup }).click()
  await expect(page.getByText(texts.auth.emailUnverified.message.replace('{email}', email))).toBeVisible()
  const subject = texts.auth.mail.verification.subject.replace('{app}', 'Baseline Survey')
  expect((await waitForMail(product, email)).subject).toBe(subject)
  await page.getByRole('button', { name: texts.auth.emailUnverified.submit }).click()
  await expect(page.getByText(texts.auth.verificationEmailSuccess)).toBeVisible()
  await waitForMail(product, email, 2)
})

test('sets the first password by invitation, which also verifies the email address', async ({
  page,
  product,
}) => {
  const email = createEmail('invited')
  expect(await runUserCommand(product, 'invite', email, 'supervisor', '--language', 'pt-BR')).toBe('done')
  const mail = await waitForMail(product, email)
  expect(mail.subject).toBe('Você recebeu um convite para o Baseline Survey')
  await page.goto(mail.link)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL('/auth/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Survey Responses' })).toBeVisible()
  await expect(runUserCommand(product, 'invite', email, 'manager')).rejects.toThrow(
    'User with this email already exists',
  )
})

test('locks out a stranger who signed up with the email address of an invited manager', async ({
  browser,
  page,
  product,
  expectFailures,
}) => {
  expectFailures(400, 401)
  const email = createEmail('boss')
  // The stranger signs up first.
  await signUp(page, email)
  await expect(page.getByText('Please confirm your email')).toBeVisible()
  const verification = await waitForMail(product, email)

  // The owner of the address opens the link without the stranger's password, which confirms nothing.
  const ownerPage = await (await browser.newContext({ baseURL: product.url })).newPage()
  await ownerPage.goto(verification.link)
  await expect(ownerPage.getByText('Please sign in with the account this link was sent to')).toBeVisible()
  await page.getByRole('button', { name: 'I have confirmed it' }).click()
  await expect(page.getByText('Your email is not confirmed yet')).toBeVisible()

  // The invitation ends the stranger's session and removes the password.
  await runUserCommand(product, 'invite', email, 'manager')
  await page.goto('/')
  await expect(page).toHaveURL(/\/auth\/signin/)
  await expect(signIn(page.context(), product, { email })).rejects.toThrow('auth/wrong-password')

  // A second sign-up with the invited address is refused.
  await signUp(page, email)
  await expect(page.getByText('Email is already in use')).toBeVisible()

  // The owner sets a password with the link of the invitation.
  await ownerPage.goto((await waitForMail(product, email, 2)).link)
  await ownerPage.getByRole('textbox', { name: 'Password' }).fill('the-owners-own-password')
  await ownerPage.getByRole('button', { name: 'Save password' }).click()
  await ownerPage.getByLabel('Email').fill(email)
  await ownerPage.getByRole('textbox', { name: 'Password' }).fill('the-owners-own-password')
  await ownerPage.getByRole('button', { name: 'Sign in' }).click()
  await expect(ownerPage.getByRole('link', { name: 'Settings' })).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL(/\/auth\/signin/)
})
