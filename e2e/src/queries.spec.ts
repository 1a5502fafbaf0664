import type { BrowserContext, Locator, Page } from '@playwright/test'

import { currentLink, definitionOf, listCount, mainHeading, tableRows } from './locators.ts'
import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createUser, signIn, signInAs } from './users.ts'

const card = (page: Page): Locator => page.getByRole('region', { name: 'Queries' })

/** The query that the keys act on. */
const selectedQuery = (page: Page): Locator => currentLink(card(page))

/** Creates a response that no check compares with another one. */
const createDistinct = (context: BrowserContext, product: Product, village: string, minute: number) =>
  createResponse(context, product, {
    village,
    minute,
    answers: {
      household_name: `Família ${String(minute)}`,
      phone: `84310447${String(minute)}`,
      remarks: `${village}, house ${String(minute)}`,
      position: { latitude: -25.4 - minute / 50, longitude: 32.8067, accuracy: 6 },
    },
    fields: { investigatorName: `${village} ${String(minute)}` },
  })

/** Opens a query by keyboard: on the answer that matches, with this text. */
const openByKeyboard = async (page: Page, answer: string, text: string): Promise<void> => {
  await page.keyboard.press('q')
  await expect(page.getByRole('combobox', { name: 'Which answer is the query about?' })).toBeFocused()
  await page.keyboard.type(answer)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'What should be checked?' })).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('a query is opened, answered with a proposal and accepted by keyboard; approval waits for it', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  test.slow()
  expectFailures(400)
  const village = `Marracuene ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  const second = await createDistinct(context, product, village, 1)
  const first = await createDistinct(context, product, village, 2)
  await page.goto(`/survey-responses/${first.id}/view?village=${village}`)
  await expect(page.getByText('1 of 2')).toBeVisible()
  await expect(card(page)).toContainText('No queries')

  // The supervisor asks about an answer of each response.
  await openByKeyboard(page, 'Rooms used', 'The photo shows four rooms. Is it three?')
  await expect(card(page)).toContainText('1 open query')
  await expect(selectedQuery(page)).toHaveText(
    /^OpenRooms used for sleepingStored answer: 3Ana Lima asked · \d{4}-\d\d-\d\d \d\d:\d\dThe photo shows four rooms\. Is it three\?due /,
  )
  await expect(definitionOf(page, 'Rooms used for sleeping')).toHaveText(
    '3Open The photo shows four rooms. Is it three?',
  )
  await expectAccessible(page)
  await page.keyboard.press('j')
  await expect(mainHeading(page)).toHaveText(second.displayId)
  await expect(card(page)).toContainText('No queries')
  await expect(definitionOf(page, 'Rooms used for sleeping')).toHaveText('3')
  await openByKeyboard(page, '4, Age in years', 'Ask for the birthday')
  await expect(selectedQuery(page)).toContainText('4, Age in years')
  await expect(card(page)).not.toContainText('The photo shows')

  // Another person replies to the first one with a proposed answer. Approval is refused until then.
  const other = await context.browser()?.newContext({ baseURL: product.url })
  if (!other) throw new Error('no browser')
  const manager = await createUser(product, { role: 'manager', firstName: 'Rui', lastName: 'Macamo' })
  await signIn(other, product, manager)
  const screen = await other.newPage()
  await screen.goto(`/queries?search=${first.displayId}`)
  await expect(listCount(screen)).toHaveText('1 query')
  await tableRows(screen).getByRole('link', { name: first.displayId }).focus()
  await screen.keyboard.press('Enter')
  await expect(mainHeading(screen)).toHaveText(first.displayId)
  await expect(definitionOf(screen, 'Rooms used for sleeping')).toBeInViewport()
  await screen.keyboard.press('a')
  await expect(screen.getByText('A query is open. Close it before you approve the response')).toBeVisible()
  await screen.keyboard.press('m')
  await expect(screen.getByRole('textbox', { name: 'Reply' })).toBeFocused()
  await screen.keyboard.type('I counted again')
  await screen.keyboard.press('Tab')
  await screen.keyboard.press('Enter')
  await screen.getByRole('textbox', { name: 'Proposed answer' }).focus()
  await screen.keyboard.press('ControlOrMeta+a')
  await screen.keyboard.type('4')
  await expectAccessible(screen)
  await screen.getByRole('textbox', { name: 'Reply' }).focus()
  await screen.keyboard.press('Enter')
  await expect(selectedQuery(screen)).toContainText('Proposed answer: 4')
  await expect(selectedQuery(screen)).toContainText('Rui Macamo answered')
  await expect(definitionOf(screen, 'Rooms used for sleeping')).toContainText('3Answered')

  // The supervisor accepts it with one key.
  await page.goto('/queries?mine=waiting')
  await expect(tableRows(page)).toHaveCount(1)
  await expect(tableRows(page)).toHaveText(
    new RegExp(`^${first.displayId}Rooms used for sleepingI counted againRui MacamoAnswered`),
  )
  await expectAccessible(page)
  await tableRows(page).getByRole('link', { name: first.displayId }).focus()
  await page.keyboard.press('Enter')
  await expect(selectedQuery(page)).toContainText('Stored answer: 3')
  await page.keyboard.press('p')
  await expect(page.getByText('Answer changed and query closed')).toBeVisible()
  await expect(definitionOf(page, 'Rooms used for sleeping')).toHaveText(/^4was 3/i)
  await expect(card(page)).toContainText('0 open queries')
  await card(page).getByText('1 earlier query').click()
  await expect(card(page).getByRole('listitem').first()).toContainText('Proposed answer: 4 · Accepted')
  await expectAccessible(page)

  // The query of the second response still waits.
  await page.goto(`/survey-responses/${second.id}/view?village=${village}`)
  await expect(selectedQuery(page)).toContainText('Ask for the birthday')

  await screen.reload()
  await expect(definitionOf(screen, 'Rooms used for sleeping')).toContainText('4')
  await screen.keyboard.press('a')
  await expect(screen.getByText('Approved').first()).toBeVisible()
  await other.close()
})

test('a query is opened on a selected answer, asked again, closed and opened again', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const village = `Boane ${createSuffix()}`
  await signInAs(context, product, 'manager')
  const one = await createDistinct(context, product, village, 2)
  const next = await createDistinct(context, product, village, 1)
  await page.goto(`/survey-responses/${one.id}/view?village=${village}`)
  await expect(page.getByText('1 of 2')).toBeVisible()
  const minutes = definitionOf(page, 'Rooms used for sleeping')
  await minutes.click()
  await minutes.getByRole('button', { name: 'Query this answer' }).click()
  await page.getByRole('textbox', { name: 'What should be checked?' }).fill('Not sent')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'What should be checked?' })).toHaveCount(0)
  await page.keyboard.press('q')
  await expect(page.getByRole('textbox', { name: 'What should be checked?' })).toHaveValue('')
  await page.keyboard.type('Three rooms?')
  await page.keyboard.press('Enter')
  await expect(selectedQuery(page)).toContainText('Three rooms?')

  // The next response shows no query of this response.
  await page.keyboard.press('j')
  await expect(mainHeading(page)).toHaveText(next.displayId)
  await expect(page.getByRole('button', { name: 'Query this answer' })).toHaveCount(0)
  await expect(card(page)).not.toContainText('Three rooms?')
  await page.keyboard.press('k')
  await expect(selectedQuery(page)).toContainText('Three rooms?')

  await card(page).getByRole('button', { name: 'Reply' }).click()
  await page.getByRole('textbox', { name: 'Reply' }).fill('And the kitchen?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(selectedQuery(page)).toContainText('And the kitchen?')
  await expect(minutes).toContainText('And the kitchen?')
  await page.keyboard.press('x')
  await expect(card(page)).toContainText('0 open queries')
  await card(page).getByText('1 earlier query').click()
  await card(page).getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('textbox', { name: 'Why is it opened again?' }).fill('Still wrong')
  await page.keyboard.press('Enter')
  await expect(selectedQuery(page)).toContainText('opened the query again')
  await page.keyboard.press('?')
  await expect(
    page
      .getByRole('dialog')
      .getByRole('term')
      .getByText(/^[qwmpx]$/),
  ).toHaveText(['q', 'w', 'm', 'x'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await card(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(card(page)).toContainText('0 open queries')
  await page.goto(`/queries?search=${one.displayId}`)
  await expect(tableRows(page)).toHaveText(/Still wrong.*Withdrawn/)
})
