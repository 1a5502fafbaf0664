import type { Page } from '@playwright/test'

import { createEnumerator, createInterview, openManager } from './own-interviews.ts'
import { createSuffix } from './random-suffix.ts'
import { expect, expectAccessible, setLanguage, test } from './test.ts'
import { createUser, password, signIn, signInAs } from './users.ts'

const signInOnScreen = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const signOutOnScreen = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Ana Lima' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

const interviews = (page: Page, list: string) =>
  page.getByRole('region', { name: list }).getByRole('listitem')

/** Data of the household in each interview. */
const householdTexts = ['Machava', 'MA0042', '843104470', '25.4', '32.8', 'borehole', 'Helena']

test('§2 two enumerators sign in on one phone, and each sees only their own interviews', async ({
  page,
  context,
  product,
}) => {
  await page.setViewportSize({ width: 400, height: 860 })
  const manager = await openManager(context, product)
  const [first, second] = [await createEnumerator(manager, product), await createEnumerator(manager, product)]
  const [returned, waiting, other] = ['Returned', 'Waiting', 'Other'].map(
    (word) => `${word} ${createSuffix()}`,
  )
  const reason = `Ask again how many people sleep here (${createSuffix()})`
  const { displayId } = await createInterview(manager, product, first.name, {
    village: returned ?? '',
    status: 'returned',
    comment: reason,
  })
  await createInterview(manager, product, first.name, { village: waiting ?? '', daysAgo: 8 })
  const others = await createInterview(manager, product, second.name, {
    village: other ?? '',
    status: 'approved',
  })

  await page.goto('/')
  await signInOnScreen(page, first.email)
  await expect(page).toHaveURL('/my-interviews')
  await expect(page).toHaveTitle('My interviews · Baseline Survey')
  const figures = page.getByRole('region', { name: 'My figures' }).getByRole('listitem')
  await expect(figures).toHaveText([
    /^Today\s*1\s*$/,
    /^Last 7 days\s*1\s*$/,
    /^Last 30 days\s*2\s*$/,
    /^Returned\s*1\s*50%$/,
  ])
  const toCorrect = interviews(page, 'Returned to you')
  await expect(toCorrect).toHaveCount(1)
  await expect(toCorrect).toContainText([displayId])
  await expect(toCorrect).toContainText([returned ?? ''])
  await expect(toCorrect).toContainText([reason])
  await expect(interviews(page, 'Other interviews')).toContainText([waiting ?? ''])
  await expect(page.getByRole('img', { name: /^Interviews per day\. / })).toBeVisible()
  for (const text of [...householdTexts, other ?? '', others.displayId])
    await expect(page.getByRole('main')).not.toContainText(text)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)

  await signOutOnScreen(page)
  await expect(page).toHaveURL(/\/auth\/signin/)
  await signInOnScreen(page, second.email)
  await expect(interviews(page, 'All interviews')).toContainText([other ?? ''])
  await expect(page.getByRole('main')).toContainText(others.displayId)
  for (const text of [...householdTexts, returned ?? '', waiting ?? '', reason, displayId])
    await expect(page.getByRole('main')).not.toContainText(text)
})

test('continues to the requested page after sign-in, and shows the dashboard at /', async ({
  page,
  context,
  product,
}) => {
  const manager = await openManager(context, product)
  const { email } = await createEnumerator(manager, product)
  await page.goto('/profile')
  await signInOnScreen(page, email)
  await expect(page).toHaveURL('/profile')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'My interviews' })
    .click()
  await expect(page).toHaveURL('/my-interviews')
  await expect(page.getByRole('heading', { name: 'No interviews in the last 30 days' })).toBeVisible()
  await expectAccessible(page)
})

test('explains in both languages that the account is not linked to a person', async ({
  page,
  context,
  product,
}) => {
  await signIn(context, product, await createUser(product, { role: 'enumerator' }))
  await page.goto('/my-interviews')
  await expect(page.getByRole('alert')).toContainText('Your account is not linked to a person')
  await expectAccessible(page)
  await setLanguage(page, 'pt-BR')
  await page.goto('/my-interviews')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Minhas entrevistas')
  await expect(page.getByRole('alert')).toContainText('A sua conta não está vinculada a uma pessoa')
})

test('shows 20 interviews, then the others', async ({ page, context, product }) => {
  const manager = await openManager(context, product)
  const { email, name } = await createEnumerator(manager, product)
  const villages = Array.from({ length: 23 }, (_, index) => `Village ${String(index + 1).padStart(2, '0')}`)
  for (const village of villages) await createInterview(manager, product, name, { village })
  await signIn(context, product, { email })
  await page.goto('/my-interviews')
  const all = interviews(page, 'All interviews')
  await expect(all).toHaveCount(20)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(all).toContainText(villages.toReversed())
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
})

test('refuses other users, and enumerators on the list of responses', async ({ page, context, product }) => {
  await signInAs(context, product, 'supervisor')
  await page.goto('/my-interviews')
  await expect(page).toHaveURL('/403')
  await signInAs(context, product, 'enumerator')
  await page.goto('/survey-responses')
  await expect(page).toHaveURL('/403')
})
