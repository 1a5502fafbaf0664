import type { Locator, Page } from '@playwright/test'

import { currentLink, definitionOf, listCount, mainHeading, tableRows } from './locators.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { signInAs } from './users.ts'

const card = (page: Page): Locator => page.getByRole('region', { name: 'Flags' })

/** The open flags. The first list of the card has them, a second one the earlier flags. */
const openFlags = (page: Page): Locator => card(page).getByRole('list').first().getByRole('listitem')

/** The flag that the keys act on. */
const selectedFlag = (page: Page): Locator => currentLink(card(page))

test('a supervisor decides about the flags of two responses by keyboard', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const village = `Macia ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  const honest = await createResponse(context, product, { village, minute: 1 })
  const second = await createResponse(context, product, {
    village,
    minute: 2,
    answers: { position: { latitude: -25.4, longitude: 32.8, accuracy: 0 } },
  })
  const first = await createResponse(context, product, {
    village,
    minute: 3,
    answers: { rooms: 14, head_age: 104, income_month: 250_000 },
  })
  const open = async (id: string) => {
    await page.goto(`/survey-responses/${id}/view?village=${village}`)
    await expect(page.getByText(/^\d of 3$/)).toBeVisible()
  }

  await open(first.id)
  await expect(mainHeading(page)).toHaveText(first.displayId)
  await expect(card(page).getByText('3 open flags')).toBeVisible()
  await expect(openFlags(page)).toHaveText([
    /^WarningUnusual valueAge104 is above the plausible maximum of 99\.Next: Ask whether the value is right/,
    /^WarningUnusual valueTotal income in a typical month250,?000 is above the plausible maximum of 200,?000\./,
    /^WarningUnusual valueRooms used for sleeping14 is above the plausible maximum of 10\./,
  ])
  await expect(definitionOf(page, 'Rooms used for sleeping')).toHaveText(/^14Unusual value$/)
  await expectAccessible(page)

  // The question of a flag leads to its answer.
  await card(page).getByRole('button', { name: 'Rooms used for sleeping' }).click()
  await expect(definitionOf(page, 'Rooms used for sleeping')).toBeInViewport()

  // Waives the first flag with a reason and a comment, and confirms the second.
  await page.reload()
  await expect(selectedFlag(page)).toContainText('104 is above')
  await page.keyboard.press('n')
  await expect(page.getByRole('radio', { name: 'The respondent confirmed it' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.keyboard.press('n')
  await page.keyboard.press('2')
  await expect(page.getByRole('radio', { name: 'Known exception' })).toBeChecked()
  await page.getByLabel('Comment (optional)').fill('The identity card says so')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(card(page).getByText('2 open flags')).toBeVisible()
  await expect(selectedFlag(page)).toContainText('Total income')
  await page.keyboard.press('f')
  await expect(selectedFlag(page)).toContainText('14 is above')
  await page.keyboard.press('y')
  await expect(card(page).getByText('1 open flag', { exact: true })).toBeVisible()
  await expect(selectedFlag(page)).toContainText('Total income')
  await expect(definitionOf(page, 'Rooms used for sleeping')).toHaveText('14')

  // The next response has its own flags.
  await page.keyboard.press('j')
  await expect(mainHeading(page)).toHaveText(second.displayId)
  await expect(openFlags(page)).toHaveText([/^ErrorLocationThe accuracy is exactly 0 m\./])
  await expect(card(page)).not.toContainText('earlier')
  await page.keyboard.press('y')
  await expect(card(page).getByText('0 open flags')).toBeVisible()
  await page.keyboard.press('j')
  await expect(mainHeading(page)).toHaveText(honest.displayId)
  await expect(card(page)).toHaveText('FlagsNo flags. All checks passed.')
  // No flag is selected.
  await page.keyboard.press('y')
  await page.keyboard.press('k')
  await expect(mainHeading(page)).toHaveText(second.displayId)
  await expect(page.getByText('2 of 3')).toBeVisible()
  await page.keyboard.press('k')
  await expect(mainHeading(page)).toHaveText(first.displayId)
  await card(page).getByText('2 earlier flags').click()
  const earlier = card(page).getByRole('list').nth(1).getByRole('listitem')
  await expect(earlier).toHaveText([
    /104 is above.*Waived by .+ on \d{4}-\d\d-\d\d \d\d:\d\d · Known exceptionThe identity card says soOpen again$/,
    /14 is above.*Confirmed by .+ on \d{4}-\d\d-\d\d \d\d:\d\dOpen again$/,
  ])
  await earlier.last().getByRole('button', { name: 'Open again' }).click()
  await expect(card(page).getByText('2 open flags')).toBeVisible()

  // The help lists the keys while they have an effect.
  await page.keyboard.press('?')
  await expect(
    page
      .getByRole('dialog')
      .getByRole('term')
      .getByText(/^[fny]$/),
  ).toHaveText(['y', 'n', 'f'])
})

test('lists show open flags, and find responses by flag and by state', async ({ page, context, product }) => {
  test.slow()
  const village = `Chibuto ${createSuffix()}`
  await signInAs(context, product, 'manager')
  const rooms = await createResponse(context, product, { village, minute: 1, answers: { rooms: 12 } })
  const place = await createResponse(context, product, {
    village,
    minute: 2,
    answers: { rooms: 13, position: { latitude: -25.4, longitude: 32.8, accuracy: 0 } },
  })
  await createResponse(context, product, { village, minute: 3 })
  await page.goto(`/survey-responses?village=${village}`)
  await expect(listCount(page)).toHaveText('3 responses')
  const row = (displayId: string) => tableRows(page).filter({ hasText: displayId })
  await expect(row(rooms.displayId).getByText('1 warning')).toBeVisible()
  await expect(row(place.displayId).getByText(/^1 (error|warning)$/)).toHaveText(['1 error', '1 warning'])
  await expectAccessible(page)

  // A flag leads to all responses of the survey with such a flag; the village is a further filter.
  await row(place.displayId).getByRole('link', { name: place.displayId }).click()
  await card(page).getByRole('link', { name: 'Location' }).click()
  await expect(page).toHaveURL(/survey-responses\?.*flag=.*G1/)
  await expect(page.getByRole('button', { name: /^Flag: Location/ })).toBeVisible()
  const countOf = async (filter: string, count: string) => {
    await page.goto(`/survey-responses?village=${village}&${filter}`)
    await expect(listCount(page)).toHaveText(`${count} response${count === '1' ? '' : 's'}`)
  }
  await countOf('flag=G1', '1')
  await countOf('flag=["G1","V2"]', '2')
  await countOf('flag=V2&flagState=confirmed', '0')
  await countOf('flagState=open', '2')
  await countOf('riskRange=["50",""]', '1')
})

test('the dashboard counts open flags; only users who may read responses can list them', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const village = `Bilene ${createSuffix()}`
  await signInAs(context, product, 'manager')
  const { id } = await createResponse(context, product, { village, answers: { rooms: 12 } })
  const figures = page.getByRole('region', { name: 'Open flags' })
  await page.goto('/')
  await expect(figures.getByRole('link', { name: /^Warnings [\d,]+$/ })).toBeVisible()
  await expectAccessible(page)
  await figures.getByRole('link', { name: /^Warnings/ }).click()
  await expect(page.getByRole('button', { name: /^Severity of the flag: Warning/ })).toBeVisible()
  await page.goto(`/survey-responses?flagSeverity=warn&village=${village}`)
  await expect(listCount(page)).toHaveText('1 response')
  await page.goto(`/survey-responses/${id}/view`)
  await expect(card(page).getByText('1 open flag', { exact: true })).toBeVisible()

  // Monitors see the figures. Enumerators see the figures of their responses, without flags.
  for (const [role, count] of [
    ['monitor', 1],
    ['enumerator', 0],
  ] as const) {
    const other = await context.browser()?.newContext({ baseURL: product.url })
    if (!other) throw new Error('no browser')
    await signInAs(other, product, role)
    const screen = await other.newPage()
    const calls: string[] = []
    screen.on('request', (request) => calls.push(request.url()))
    await screen.goto('/')
    await expect(screen.getByRole('region', { name: 'Fieldwork progress' })).toBeVisible()
    await expect(screen.getByRole('region', { name: 'Open flags' })).toHaveCount(count)
    await expect(screen.getByRole('region', { name: 'Open flags' }).getByRole('link')).toHaveCount(0)
    expect(calls.filter((url) => url.endsWith('/flags'))).toEqual([])
    await other.close()
  }
})
