import type { Locator, Page } from '@playwright/test'

import { countActions } from './count-actions.ts'
import { tableRows } from './locators.ts'
import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse } from './responses.ts'
import { expect, expectAccessible, setLanguage, test } from './test.ts'
import { signInAs } from './users.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/**
 * Signs in as a supervisor and creates responses that differ in enumerator, district and date. Two, in
 * `matches`, match all filters.
 */
const createFieldwork = async (page: Page, product: Product) => {
  const context = page.context()
  await signInAs(context, product, 'supervisor')
  const mark = createSuffix()
  const [celso, ivone] = [`Celso Têmbe ${mark}`, `Ivone Cossa ${mark}`]
  const createInterview = (investigatorName: string, district: string, date: string, minute: number) =>
    createResponse(context, product, {
      village: `Xinavane ${mark}`,
      minute,
      answers: { district, household_name: `Família ${mark} ${String(minute)}` },
      fields: { investigatorName, surveyDate: date },
    })
  const matches = [
    await createInterview(celso, 'manhica', daysAgo(2), 1),
    await createInterview(celso, 'manhica', daysAgo(3), 2),
  ]
  await createInterview(celso, 'manhica', daysAgo(40), 3)
  await createInterview(celso, 'moamba', daysAgo(2), 4)
  await createInterview(ivone, 'manhica', daysAgo(2), 5)
  return { mark, celso, ivone, matches: matches.map(({ displayId }) => displayId) }
}

const expectOnly = async (page: Page, displayIds: readonly string[]) => {
  await expect(tableRows(page)).toHaveCount(displayIds.length)
  const listed = await tableRows(page).getByRole('link').allTextContents()
  expect(listed.toSorted()).toEqual(displayIds.toSorted())
}

test('finds an enumerator’s responses of the last week in a district in 7 actions, by mouse', async ({
  page,
  product,
}) => {
  test.slow()
  const { mark, celso, matches } = await createFieldwork(page, product)
  await page.goto('/survey-responses')
  await expect(tableRows(page).first()).toBeVisible()
  const actions = countActions(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const option = (name: RegExp) => page.getByRole('option', { name })
  await actions.click(button('District'))
  await actions.click(option(/^Manhiça/))
  await actions.click(button('Enumerator'))
  await actions.type(`tembe ${mark}`)
  await actions.click(option(new RegExp(`^${celso} 3$`)))
  await actions.click(button('Survey date: Any date'))
  await actions.click(button('Last 7 days'))
  await expectOnly(page, matches)
  expect(actions.count()).toBe(7)
  await expectAccessible(page)
  // The URL contains the filters and can be shared.
  const sharedUrl = page.url()
  await page.goto('/')
  await page.goto(sharedUrl)
  await expectOnly(page, matches)
})

test('finds an enumerator’s responses of the last week in a district in 16 actions, by keyboard', async ({
  page,
  product,
}) => {
  test.slow()
  const { mark, matches } = await createFieldwork(page, product)
  await page.goto('/survey-responses')
  await expect(tableRows(page).first()).toBeVisible()
  const actions = countActions(page)
  const filterButton = (name: RegExp) => page.getByRole('button', { name })
  await actions.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  for (const key of ['Tab', 'Tab', 'Enter']) await actions.press(key)
  await expect(page.getByRole('combobox', { name: 'District' })).toBeFocused()
  await actions.type('manhi')
  await actions.press('Enter')
  await expect(filterButton(/^District: Manhiça$/)).toBeFocused()
  for (const key of ['Tab', 'Tab', 'Enter']) await actions.press(key)
  await expect(page.getByRole('combobox', { name: 'Enumerator' })).toBeFocused()
  await actions.type(`tembe ${mark}`)
  await actions.press('Enter')
  await expect(filterButton(/^Enumerator: Celso/)).toBeFocused()
  for (const key of ['Tab', 'Tab', 'Enter']) await actions.press(key)
  await expect(page.getByLabel('From')).toBeFocused()
  await actions.type(daysAgo(6))
  await actions.press('Enter')
  await expectOnly(page, matches)
  expect(actions.count()).toBe(16)
})

test('offers filter values with counts under the other filters, and selects several', async ({
  page,
  product,
}) => {
  test.slow()
  const { mark, celso, ivone } = await createFieldwork(page, product)
  await page.goto(`/survey-responses?village=${encodeURIComponent(`Xinavane ${mark}`)}`)
  await expect(tableRows(page)).toHaveCount(5)
  await page.getByRole('button', { name: 'District', exact: true }).click()
  await expect(page.getByRole('option', { name: /^Manhiça 4$/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /^Moamba 1$/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Enumerator', exact: true }).click()
  await page.getByRole('combobox', { name: 'Enumerator' }).fill(mark)
  for (const name of [celso, ivone])
    await page
      .getByRole('option', { name: new RegExp(`^${name}`) })
      // Selector: the box is for pointers only, and hidden from screen readers.
      .locator('.facet-box')
      .click()
  await expect(page.getByText('5 responses')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Supervisor', exact: true }).click()
  await expect(page.getByRole('option', { name: /^Amélia Macuácua 5$/ })).toBeVisible()
})

test('searches Survey Id, household, village and enumerator in one field', async ({ page, product }) => {
  test.slow()
  const { mark, matches } = await createFieldwork(page, product)
  await page.goto('/survey-responses')
  await expect(tableRows(page).first()).toBeVisible()
  const search = async (text: string, count: number) => {
    await page.keyboard.press('/')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(tableRows(page)).toHaveCount(count)
  }
  await search(`FAMILIA ${mark} 4`, 1)
  await search(`xinavane ${mark}`, 5)
  await search(`temBE ${mark}`, 4)
  await search(matches[0] ?? '', 1)
  await expectOnly(page, [matches[0] ?? ''])
  await search(mark, 5)
  // The previous and next records follow the search.
  await tableRows(page).first().getByRole('link').click()
  await expect(page.getByText('1 of 5')).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Map' }).click()
  await expect(page.getByText('5 responses in view')).toBeVisible({ timeout: 30_000 })
  await page.goto('/survey-responses?search=xi')
  await expect(page.getByText(/begins with “xi”/)).toBeVisible()
})

test('shows one row of buttons of at least 40 px on a phone, with and without a selection', async ({
  page,
  product,
}) => {
  test.slow()
  await page.setViewportSize({ width: 400, height: 800 })
  await setLanguage(page, 'pt-BR')
  const { mark } = await createFieldwork(page, product)
  await page.goto(`/survey-responses?search=${mark}`)
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('checkbox') })
  await expect(cards).toHaveCount(5)
  const expectOneRow = async (bar: Locator) => {
    const boxes = await bar
      .getByRole('button')
      .or(bar.getByRole('link'))
      .evaluateAll((buttons) =>
        buttons
          .map((button) => button.getBoundingClientRect())
          .map(({ top, width, height }) => [top, width, height]),
      )
    expect(boxes.length).toBeGreaterThan(1)
    for (const [top, width = 0, height = 0] of boxes) {
      expect(top).toBe(boxes[0]?.[0])
      expect(width).toBeGreaterThanOrEqual(40)
      expect(height).toBeGreaterThanOrEqual(40)
    }
    expect((await bar.boundingBox())?.height).toBeLessThan(64)
  }
  await expectOneRow(page.getByRole('group', { name: 'Ações da lista' }))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await expect(page.getByRole('link', { name: 'Importar' })).toBeVisible()
  await page.keyboard.press('Escape')
  for (const nth of [0, 1]) await cards.nth(nth).getByRole('checkbox').check()
  await expectOneRow(page.getByRole('toolbar'))
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('button', { name: /^Selecionar tudo/ }).click()
  await expect(page.getByRole('toolbar').getByRole('status')).toContainText('5')
  await expectAccessible(page)
})
