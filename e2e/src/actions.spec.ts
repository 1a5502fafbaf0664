import type { BrowserContext, Locator, Page } from '@playwright/test'

import { countActions } from './count-actions.ts'
import { mainHeading, tableRows } from './locators.ts'
import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { changeAnswers, createResponse, setStatus } from './responses.ts'
import { expect, test } from './test.ts'
import { createUser, signIn, signInAs } from './users.ts'

/** These tests count the actions that a user needs for a task. */

const createResponses = async (context: BrowserContext, product: Product, count: number) => {
  const village = `Catembe ${createSuffix()}`
  const ids: string[] = []
  for (let minute = 0; minute < count; minute += 1)
    ids.push((await createResponse(context, product, { village, minute })).id)
  return { village, ids }
}

const expectListedCount = async (page: Page, village: string, status: string, count: number) => {
  await page.goto(`/survey-responses?village=${village}&status=${status}`)
  await expect(page.getByText(`${String(count)} responses`)).toBeVisible()
}

for (const device of ['mouse', 'keyboard'] as const)
  test(`reviews 10 responses with one action each, by ${device}`, async ({ page, context, product }) => {
    test.slow()
    await signInAs(context, product, 'supervisor')
    const { village } = await createResponses(context, product, 10)
    await page.goto(`/survey-responses?village=${village}`)
    await expect(page.getByText('10 responses')).toBeVisible()
    const actions = countActions(page)
    if (device === 'mouse') await actions.click(tableRows(page).first().getByRole('link'))
    else for (const key of ['j', 'Enter']) await actions.press(key)
    for (let index = 0; index < 10; index += 1) {
      const title = await mainHeading(page).textContent()
      const verify = page.getByRole('button', { name: 'Verify', exact: true })
      await expect(verify).toBeEnabled()
      const saved = page.waitForResponse((response) => response.url().endsWith('/status'))
      await (device === 'mouse' ? actions.click(verify) : actions.press('v'))
      await saved
      if (index < 9) await expect(mainHeading(page)).not.toHaveText(title ?? '')
    }
    expect(actions.count()).toBe(device === 'mouse' ? 11 : 12)
    await expect(page.getByText(/^Verified\./).last()).toBeVisible()
    await expectListedCount(page, village, 'verified', 10)
  })

for (const device of ['mouse', 'keyboard'] as const)
  test(`approves all verified responses of a village with a filter, by ${device}`, async ({
    page,
    context,
    product,
  }) => {
    test.slow()
    const count = Number(process.env['APPROVED_RESPONSES'] ?? 12)
    await signInAs(context, product, 'manager')
    const { village, ids } = await createResponses(context, product, count)
    await createResponse(context, product, { village, minute: 30 })
    for (const id of ids) await setStatus(context, product, id, 'verified')
    await page.goto(`/survey-responses?village=${village}&pageSize=10`)
    await expect(page.getByText(`${String(count + 1)} responses`)).toBeVisible()
    const actions = countActions(page)
    const activate = async (target: Locator, tabKey?: 'Tab' | 'Shift+Tab') => {
      if (device === 'mouse') return actions.click(target)
      await actions.tabTo(target, tabKey)
      await actions.press((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter')
    }
    if (device === 'keyboard') await actions.press('/')
    await activate(page.getByRole('button', { name: 'Status', exact: true }))
    await activate(page.getByRole('checkbox', { name: 'Verified', exact: true }))
    await activate(page.getByRole('button', { name: 'Apply' }))
    await expect(page.getByText(`${String(count)} responses`)).toBeVisible()
    if (device === 'mouse') await activate(page.getByRole('checkbox', { name: 'Select all', exact: true }))
    else for (const key of ['j', 'x']) await actions.press(key)
    await activate(page.getByRole('button', { name: `Select all ${String(count)}` }), 'Shift+Tab')
    await activate(page.getByRole('button', { name: 'Approve', exact: true }))
    await activate(
      page.getByRole('dialog').getByRole('button', { name: `Approve ${String(count)} responses` }),
    )
    expect(actions.count()).toBe(device === 'mouse' ? 7 : 38)
    await expect(page.getByText(`${String(count)} responses approved`)).toBeVisible({ timeout: 60_000 })
  })

for (const device of ['mouse', 'keyboard'] as const)
  test(`downloads a Stata file of one survey, by ${device}`, async ({ page, context, product }) => {
    test.slow()
    await signInAs(context, product, 'manager')
    const { village } = await createResponses(context, product, 1)
    await page.goto(`/survey-responses?village=${village}`)
    await expect(page.getByText('1 response', { exact: true })).toBeVisible()
    const actions = countActions(page)
    const menu = page.getByRole('button', { name: 'Export', exact: true })
    const stata = page.getByRole('radio', { name: 'Stata (.dta)' })
    const chip = page.getByRole('button', { name: 'Export Complete. Click to download' })
    const download = context.waitForEvent('download')
    if (device === 'mouse') {
      await menu.hover()
      await actions.click(page.getByRole('menuitem', { name: 'All answers…' }))
      await actions.click(stata)
      await actions.click(page.getByRole('button', { name: 'Start the export' }))
      await expect(chip).toBeVisible({ timeout: 60_000 })
      await actions.click(chip)
    } else {
      await actions.press('/')
      await actions.tabTo(menu, 'Shift+Tab')
      await actions.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'All answers…' })).toBeFocused()
      await actions.press('Enter')
      await expect(page.getByRole('radio', { name: 'Excel (.xlsx)' })).toBeFocused()
      for (const key of ['ArrowRight', 'ArrowRight']) await actions.press(key)
      await expect(stata).toBeChecked()
      await actions.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(chip).toBeVisible({ timeout: 60_000 })
      await actions.tabTo(chip)
      await actions.press('Enter')
    }
    expect((await download).suggestedFilename()).toMatch(/ dta\.zip$/)
    expect(actions.count()).toBe(device === 'mouse' ? 4 : 27)
  })

test('shows who changed a response in four actions, by mouse', async ({ page, context, product }) => {
  const manager = await createUser(product, { role: 'manager', firstName: 'Celina', lastName: 'Bila' })
  await signIn(context, product, manager)
  const [target, other] = [
    await createResponse(context, product, { village: 'Palmeira' }),
    await createResponse(context, product, { village: 'Xinavane' }),
  ]
  for (const { id } of [target, other]) await changeAnswers(context, product, id, { roof: 'straw' })
  await page.goto('/')
  const actions = countActions(page)
  await actions.click(page.getByRole('link', { name: 'Audit Log' }))
  await actions.click(page.getByRole('searchbox'))
  await actions.type(target.displayId)
  await expect(page.getByText('2 entries')).toBeVisible()
  const newest = tableRows(page).first()
  await expect(newest).toContainText('Celina Bila')
  await actions.click(newest.getByRole('button', { name: 'Expand row' }))
  await expect(page.getByRole('row', { name: /^Main material of the roof Metal sheets/ })).toBeVisible()
  expect(actions.count()).toBe(4)
})
