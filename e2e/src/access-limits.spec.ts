import type { Browser, Page } from '@playwright/test'

import { definitionOf, tableRows } from './locators.ts'
import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { saveUserDetails } from './records.ts'
import { createResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createEmail, createUser, signIn, signInAs } from './users.ts'

/** Opens the product in a separate browser, signed in as this user. */
const openAs = async (browser: Browser, product: Product, user: { email: string }): Promise<Page> => {
  const context = await browser.newContext({ baseURL: product.url })
  await signIn(context, product, user)
  return context.newPage()
}

/** Opens the only user of the list. */
const openOnlyUser = async (page: Page) => {
  await expect(tableRows(page)).toHaveCount(1)
  await tableRows(page).getByRole('link').first().click()
}

const openUserForm = async (page: Page, email: string) => {
  await page.goto(`/iam?email=${email}`)
  await openOnlyUser(page)
  await page.getByRole('link', { name: 'Edit' }).click()
}

const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field, exact: true }).last().click()
  await page.getByTitle(option, { exact: true }).click()
}

test('a manager limits a supervisor to a district of the survey', async ({
  page,
  context,
  browser,
  product,
  expectFailures,
}) => {
  // The supervisor opens a response outside the limit.
  expectFailures(404)
  await signInAs(context, product, 'manager')
  const mark = createSuffix()
  const village = `Xinavane ${mark}`
  const inside = await createResponse(context, product, { village, answers: { district: 'manhica' } })
  const outside = await createResponse(context, product, { village, answers: { district: 'moamba' } })
  const supervisor = await createUser(product, { role: 'supervisor', email: createEmail('limited') })

  await openUserForm(page, supervisor.email)
  await page.getByRole('radio', { name: 'Only some responses' }).check()
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeHidden()
  // A limit to districts needs a district.
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Choose at least one district')).toBeVisible()
  await page.getByRole('combobox', { name: 'Districts' }).fill('Manhiça')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User saved successfully')).toBeVisible()
  await openOnlyUser(page)
  await expect(definitionOf(page, 'Access to responses')).toHaveText('All surveys in Manhiça')

  const limited = await openAs(browser, product, supervisor)
  await limited.goto(`/survey-responses?village=${encodeURIComponent(village)}`)
  await expect(tableRows(limited)).toHaveCount(1)
  await expect(limited.getByRole('link', { name: inside.displayId })).toBeVisible()
  await limited.goto('/')
  await expect(limited.getByText('You see only: All surveys in Manhiça')).toBeVisible()
  await expectAccessible(limited)
  await limited.goto(`/survey-responses/${outside.id}`)
  // The same as for a response that does not exist.
  await expect(limited).toHaveURL('/survey-responses')
  await expect(tableRows(limited).first()).toBeVisible()
  await expect(limited.getByText(outside.displayId)).toBeHidden()
  await limited.context().close()
})

test('a manager limits a supervisor to the team below the linked user details', async ({
  page,
  context,
  browser,
  product,
  expectFailures,
}) => {
  expectFailures(400)
  await signInAs(context, product, 'manager')
  const mark = createSuffix()
  const village = `Ilha ${mark}`
  const leader = await saveUserDetails(context, product, { firstName: `Leonor ${mark}` })
  await saveUserDetails(context, product, { firstName: `Ivo ${mark}`, managerId: leader.id })
  const inside = await createResponse(context, product, {
    village,
    fields: { investigatorName: `Ivo ${mark}` },
  })
  await createResponse(context, product, { village, fields: { investigatorName: `Otto ${mark}` } })
  const supervisor = await createUser(product, { role: 'supervisor', email: createEmail('leader') })

  await openUserForm(page, supervisor.email)
  await page.getByRole('radio', { name: 'Only some responses' }).check()
  await choose(page, 'Responses', 'Own team only')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Link the user to their user details first')).toBeVisible()
  await page.getByRole('combobox', { name: 'User details' }).fill(`Leonor ${mark}`)
  await page.getByTitle(`Leonor ${mark}`).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User saved successfully')).toBeVisible()
  await openOnlyUser(page)
  await expect(definitionOf(page, 'User details')).toHaveText(`Leonor ${mark}`)
  await expect(definitionOf(page, 'Access to responses')).toHaveText('All surveys, own team')

  const limited = await openAs(browser, product, supervisor)
  await limited.goto(`/survey-responses?village=${encodeURIComponent(village)}`)
  await expect(tableRows(limited)).toHaveCount(1)
  await expect(limited.getByRole('link', { name: inside.displayId })).toBeVisible()
  await limited.context().close()
})
