import type { BrowserContext, Locator, Page } from '@playwright/test'

import { countActions } from './count-actions.ts'
import { aPerson, signIn } from './people.ts'
import type { Product } from './product.ts'
import { changeAnswers, giveStatus, putResponse } from './responses.ts'
import { expect, test } from './test.ts'

/** These tests count the actions that a user needs for a task. */

const unique = () => Math.random().toString(36).slice(2, 8)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const putResponses = async (context: BrowserContext, product: Product, count: number) => {
  const village = `Catembe ${unique()}`
  const ids: string[] = []
  for (let minute = 0; minute < count; minute += 1)
    ids.push((await putResponse(context, product, { village, minute })).id)
  return { village, ids }
}

const expectListed = async (page: Page, village: string, status: string, count: number) => {
  await page.goto(`/survey-responses?village=${village}&status=${status}`)
  await expect(page.getByText(`${String(count)} responses`)).toBeVisible()
}

for (const by of ['mouse', 'keyboard'] as const)
  test(`reviews 10 responses with one action each, by ${by}`, async ({ page, context, product }) => {
    test.slow()
    await signIn(context, product, await aPerson(product, { role: 'supervisor' }))
    const { village } = await putResponses(context, product, 10)
    await page.goto(`/survey-responses?village=${village}`)
    await expect(page.getByText('10 responses')).toBeVisible()
    const person = countActions(page)
    if (by === 'mouse') await person.click(page.locator('tr.list-row').first().getByRole('link'))
    else for (const key of ['j', 'Enter']) await person.press(key)
    for (let done = 0; done < 10; done += 1) {
      const shown = await heading(page).textContent()
      const verify = page.getByRole('button', { name: 'Verify', exact: true })
      await expect(verify).toBeEnabled()
      await (by === 'mouse' ? person.click(verify) : person.press('v'))
      if (done < 9) await expect(heading(page)).not.toHaveText(shown ?? '')
    }
    expect(person.count()).toBe(by === 'mouse' ? 11 : 12)
    await expect(page.getByText(/^Verified\./).last()).toBeVisible()
    await expectListed(page, village, 'verified', 10)
  })

for (const by of ['mouse', 'keyboard'] as const)
  test(`approves all verified responses of a village with a filter, by ${by}`, async ({
    page,
    context,
    product,
  }) => {
    test.slow()
    const count = Number(process.env['APPROVED_RESPONSES'] ?? 12)
    await signIn(context, product, await aPerson(product, { role: 'manager' }))
    const { village, ids } = await putResponses(context, product, count)
    await putResponse(context, product, { village, minute: 30 })
    for (const id of ids) await giveStatus(context, product, id, 'verified')
    await page.goto(`/survey-responses?village=${village}&pageSize=10`)
    await expect(page.getByText(`${String(count + 1)} responses`)).toBeVisible()
    const person = countActions(page)
    const use = async (target: Locator, way?: 'Tab' | 'Shift+Tab') => {
      if (by === 'mouse') return person.click(target)
      await person.tabTo(target, way)
      await person.press((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter')
    }
    if (by === 'keyboard') await person.press('/')
    await use(page.getByRole('button', { name: 'Status', exact: true }))
    await use(page.getByRole('checkbox', { name: 'Verified', exact: true }))
    await use(page.getByRole('button', { name: 'Apply' }))
    await expect(page.getByText(`${String(count)} responses`)).toBeVisible()
    if (by === 'mouse') await use(page.getByRole('checkbox', { name: 'Select all', exact: true }))
    else for (const key of ['j', 'x']) await person.press(key)
    await use(page.getByRole('button', { name: `Select all ${String(count)}` }), 'Shift+Tab')
    await use(page.getByRole('button', { name: 'Approve', exact: true }))
    await use(page.getByRole('dialog').getByRole('button', { name: `Approve ${String(count)} responses` }))
    expect(person.count()).toBe(by === 'mouse' ? 7 : 38)
    await expect(page.getByText(`${String(count)} responses approved`)).toBeVisible({ timeout: 60_000 })
  })

for (const by of ['mouse', 'keyboard'] as const)
  test(`downloads a Stata file of one survey, by ${by}`, async ({ page, context, product }) => {
    test.slow()
    await signIn(context, product, await aPerson(product, { role: 'manager' }))
    const { village } = await putResponses(context, product, 1)
    await page.goto(`/survey-responses?village=${village}`)
    await expect(page.getByText('1 response', { exact: true })).toBeVisible()
    const person = countActions(page)
    const menu = page.getByRole('button', { name: 'Export', exact: true })
    const stata = page.getByRole('radio', { name: 'Stata (.dta)' })
    const chip = page.getByRole('button', { name: 'Export Complete. Click to download' })
    const download = context.waitForEvent('download')
    if (by === 'mouse') {
      await menu.hover()
      await person.click(page.getByRole('menuitem', { name: 'All answers…' }))
      await person.click(stata)
      await person.click(page.getByRole('button', { name: 'Start the export' }))
      await expect(chip).toBeVisible({ timeout: 60_000 })
      await person.click(chip)
    } else {
      await person.press('/')
      await person.tabTo(menu, 'Shift+Tab')
      await person.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'All answers…' })).toBeFocused()
      await person.press('Enter')
      await expect(page.getByRole('radio', { name: 'Excel (.xlsx)' })).toBeFocused()
      for (const key of ['ArrowRight', 'ArrowRight']) await person.press(key)
      await expect(stata).toBeChecked()
      await person.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(chip).toBeVisible({ timeout: 60_000 })
      await person.tabTo(chip)
      await person.press('Enter')
    }
    expect((await download).suggestedFilename()).toMatch(/ dta\.zip$/)
    expect(person.count()).toBe(by === 'mouse' ? 4 : 20)
  })

test('shows who changed a response in four actions, by mouse', async ({ page, context, product }) => {
  const manager = await aPerson(product, { role: 'manager', firstName: 'Celina', lastName: 'Bila' })
  await signIn(context, product, manager)
  const [one, other] = [
    await putResponse(context, product, { village: 'Palmeira' }),
    await putResponse(context, product, { village: 'Xinavane' }),
  ]
  for (const { id } of [one, other]) await changeAnswers(context, product, id, { roof: 'straw' })
  await page.goto('/')
  const person = countActions(page)
  await person.click(page.getByRole('link', { name: 'Audit Log' }))
  await person.click(page.getByRole('searchbox'))
  await person.type(one.displayId)
  await expect(page.getByText('2 entries')).toBeVisible()
  const newest = page.locator('tr.ant-table-row').first()
  await expect(newest).toContainText('Celina Bila')
  await person.click(newest.getByRole('button', { name: 'Expand row' }))
  await expect(page.getByRole('row', { name: /^Main material of the roof Metal sheets/ })).toBeVisible()
  expect(person.count()).toBe(4)
})
