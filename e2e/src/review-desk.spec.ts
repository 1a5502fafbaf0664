import { randomInt } from 'node:crypto'

import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'

import { definitionOf, listCount, mainHeading, tableRows } from './locators.ts'
import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createUser, signIn } from './users.ts'

/** Opens a second browser for another reviewer. */
const openBrowserFor = async (browser: Browser, product: Product, lastName: string) => {
  const user = await createUser(product, { role: 'supervisor', firstName: 'Rita', lastName })
  const context = await browser.newContext({ baseURL: product.url })
  await signIn(context, product, user)
  return { context, page: await context.newPage() }
}

/** Creates three responses with different risks, returned with the riskiest first. Nothing else of them is equal. */
const createWaiting = async (context: BrowserContext, product: Product, mark: string) => {
  const create = (name: string, answers: object) =>
    createResponse(context, product, {
      village: `${name} ${mark}`,
      answers: {
        household_name: `${name} ${mark}`,
        head_name: `${name} Machava`,
        phone: String(randomInt(840_000_000, 879_999_999)),
        remarks: `${name} ${mark}`,
        ...answers,
      },
      fields: { investigatorName: `${mark} ${name}` },
    })
  const calm = await create('Calma', {})
  const unusual = await create('Rara', { rooms: 14 })
  const severe = await create('Grave', {
    rooms: 14,
    position: { latitude: -25.4, longitude: 32.8, accuracy: 0 },
  })
  return [
    { ...severe, head: 'Grave Machava' },
    { ...unusual, head: 'Rara Machava' },
    { ...calm, head: 'Calma Machava' },
  ] as const
}

const holderNotice = (page: Page): Locator => page.getByText(/has had this response open since/)

/** Expects the title and an answer of this response, and no notice that another reviewer has it open. */
const expectOpen = async (page: Page, { displayId, head }: { displayId: string; head: string }) => {
  await expect(mainHeading(page)).toHaveText(displayId)
  await expect(definitionOf(page, 'Name of the head')).toContainText(head)
  await expect(holderNotice(page)).toHaveCount(0)
}

test('two reviewers take the riskiest responses by keyboard, and never the same', async ({
  page,
  context,
  browser,
  product,
}) => {
  test.slow()
  await signIn(
    context,
    product,
    await createUser(product, { role: 'manager', firstName: 'Ana', lastName: 'Lima' }),
  )
  const mark = `Zito ${createSuffix()}`
  const [severe, unusual, calm] = await createWaiting(context, product, mark)
  const queue = `/review?investigatorName=${encodeURIComponent(mark)}`
  await expect(async () => {
    await page.goto(queue)
    await expect(listCount(page)).toHaveText('3 waiting', { timeout: 1_000 })
  }).toPass()
  await expect(tableRows(page).getByRole('link')).toHaveText([
    severe.displayId,
    unusual.displayId,
    calm.displayId,
  ])
  await expect(tableRows(page).first()).toContainText('1 error × 40 + 1 warning × 15 + enumerator 4 = 59')
  await expect(tableRows(page).nth(2)).toContainText('enumerator 4 = 4')
  await expectAccessible(page)

  await page.keyboard.press('g')
  await expectOpen(page, severe)

  // The other reviewer sees who has the riskiest response open, and gets the second one.
  const other = await openBrowserFor(browser, product, 'Mondlane')
  await other.page.goto(queue)
  await expect(tableRows(other.page).first()).toContainText('Opened by Ana Lima')
  await other.page.keyboard.press('g')
  await expectOpen(other.page, unusual)
  const aside = await other.context.newPage()
  await aside.goto(`/survey-responses/${severe.id}/view`)
  await expect(holderNotice(aside)).toHaveText(/^Ana Lima has had this response open since /)
  await aside.close()

  // A decision opens the next response.
  await page.keyboard.press('v')
  await expectOpen(page, calm)
  await expect(page.getByText('Decision saved: Verified')).toBeVisible()
  await expectAccessible(page)

  // The last one is taken. The response that is open stays open.
  await page.keyboard.press('g')
  await expect(page.getByText('No other response waits for you')).toBeVisible()
  await expectOpen(page, calm)

  // Leaving the view releases the response.
  await page.getByRole('link', { name: 'Review queue', exact: true }).click()
  await expect(listCount(page)).toHaveText('2 waiting')
  await expect(tableRows(page).filter({ hasText: unusual.displayId })).toContainText(
    'Opened by Rita Mondlane',
  )
  await expect(tableRows(page).filter({ hasText: calm.displayId })).not.toContainText('Opened by')
  await other.page.keyboard.press('g')
  await expectOpen(other.page, calm)
  await page.keyboard.press('g')
  await expectOpen(page, unusual)

  // An undo comes back to the response, in the queue.
  await page.keyboard.press('v')
  await expect(mainHeading(page)).toHaveText('Review queue')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('Next in my queue')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expectOpen(page, unusual)
  await expect(page.getByRole('link', { name: 'Review queue', exact: true })).toBeVisible()
  await other.context.close()
})

test('400 px: the queue shows cards with the parts of the risk', async ({ page, context, product }) => {
  test.slow()
  await page.setViewportSize({ width: 400, height: 800 })
  await signIn(context, product, await createUser(product, { role: 'supervisor' }))
  const mark = `Quim ${createSuffix()}`
  const [severe] = await createWaiting(context, product, mark)
  await expect(async () => {
    await page.goto(`/review?investigatorName=${encodeURIComponent(mark)}`)
    await expect(listCount(page)).toHaveText('3 waiting', { timeout: 1_000 })
  }).toPass()
  const card = page.getByRole('listitem').filter({ hasText: severe.displayId })
  await expect(card).toContainText('1 error × 40 + 1 warning × 15 + enumerator 4 = 59')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next in my queue' }).click()
  await expectOpen(page, severe)
  await expect(page.getByRole('button', { name: 'Next in my queue' })).toBeInViewport()
})

test('a manager assigns responses, and reviews a sample of a survey', async ({
  page,
  context,
  browser,
  product,
}) => {
  test.slow()
  await signIn(context, product, await createUser(product, { role: 'manager' }))
  const mark = `Tino ${createSuffix()}`
  const [severe, unusual, calm] = await createWaiting(context, product, mark)
  const other = await openBrowserFor(browser, product, `Assis ${mark}`)
  const queue = `/review?investigatorName=${encodeURIComponent(mark)}`
  await expect(async () => {
    await page.goto(queue)
    await expect(listCount(page)).toHaveText('3 waiting', { timeout: 1_000 })
  }).toPass()
  await tableRows(page).filter({ hasText: calm.displayId }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Assign…' }).click()
  await page.getByRole('combobox', { name: 'Reviewer' }).fill(`Assis ${mark}`)
  await page.getByRole('combobox', { name: 'Reviewer' }).press('Enter')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText(`1 assigned to Rita Assis ${mark}`)).toBeVisible()
  await expect(tableRows(page).filter({ hasText: calm.displayId })).toContainText(
    `Assigned to Rita Assis ${mark}`,
  )
  await expect(tableRows(page).filter({ hasText: severe.displayId })).not.toContainText('Assigned')

  // The assigned response comes first, and the others follow by their risk.
  await other.page.goto(queue)
  await expect(listCount(other.page)).toHaveText('3 waiting')
  await other.page.keyboard.press('g')
  await expectOpen(other.page, calm)
  await other.page.keyboard.press('v')
  await expectOpen(other.page, severe)
  await other.page.keyboard.press('g')
  await expectOpen(other.page, unusual)
  await expect(other.page.getByRole('button', { name: 'Settings' })).toHaveCount(0)
  await other.context.close()

  // Other tests use the survey, so that the settings are not saved here.
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('combobox', { name: 'Survey' }).fill('Household baseline')
  await page.getByRole('combobox', { name: 'Survey' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Working hours until the review' })).toHaveValue('48')
  await page.getByRole('radio', { name: /random sample/ }).check()
  await expect(page.getByRole('textbox', { name: 'Sample in percent' })).toHaveValue('10')
  await expectAccessible(page)
})
