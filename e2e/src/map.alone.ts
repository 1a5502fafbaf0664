import type { Page } from '@playwright/test'

import { holdCalls } from './hold-calls.ts'
import { visitHostileMaps } from './hostile-fieldwork.ts'
import { sampleHostileTexts } from './hostile-texts.ts'
import { busyParts, findMapCentre, listCount, responsesMap } from './locators.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { signInAs } from './users.ts'

/** Returns a random position, which no other test and no retry uses. */
const randomPosition = () => ({
  latitude: -20 - Math.random(),
  longitude: 33 + Math.random(),
  accuracy: 6,
})

/** A position far from all others. */
const farPosition = { latitude: -17.8786, longitude: 36.8883, accuracy: 6 }

/** Waits until the map has located and drawn the responses. */
const waitForMap = async (page: Page) => {
  await expect(responsesMap(page)).toBeVisible()
  await expect(busyParts(page)).toHaveCount(0)
}

test('shows a list as a map, and lists the responses of a circle after a click', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const village = `Xinavane ${createSuffix()}`
  const position = randomPosition()
  await signInAs(context, product, 'supervisor')
  for (const minute of [1, 2, 3])
    await createResponse(context, product, { village, minute, answers: { position } })
  await createResponse(context, product, { village: `${village} B`, answers: { position: farPosition } })

  await page.goto(`/survey-responses?village=${encodeURIComponent(village)}`)
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expect(page).toHaveURL(/view=map/)
  await waitForMap(page)
  await expect(page.getByText('3 responses in view')).toBeVisible()
  await expectAccessible(page)

  await page.mouse.move(...(await findMapCentre(page)))
  const tooltip = page.getByRole('tooltip')
  await expect(tooltip).toContainText('3 responses')
  await expect(tooltip).toContainText('Submitted')
  await expectAccessible(page)
  await page.mouse.click(...(await findMapCentre(page)))
  await expect(page).toHaveURL(/area=\d+%2F\d+%2F\d+/)
  await expect(page).not.toHaveURL(/view=map/)
  await expect(listCount(page)).toHaveText('3 responses')
  await expect(page.getByRole('button', { name: 'Remove the filter Area on the map' })).toBeVisible()

  // Without the village filter, the area filter still excludes responses elsewhere.
  await page.getByRole('button', { name: 'Remove the filter Village' }).click()
  await expect(page).not.toHaveURL(/village=/)
  await expect(listCount(page)).toHaveText('3 responses')
  await page.getByRole('button', { name: 'Remove the filter Area on the map' }).click()
  await expect(page).not.toHaveURL(/area=/)
  await expect(listCount(page)).not.toHaveText('3 responses')
})

test('opens the only response of a place at once, and shows the same map after Back', async ({
  page,
  context,
  product,
}) => {
  const village = `Namacurra ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  const { displayId } = await createResponse(context, product, {
    village,
    answers: { position: farPosition },
  })
  await page.goto(`/survey-responses?view=map&village=${encodeURIComponent(village)}`)
  await waitForMap(page)
  await page.mouse.move(...(await findMapCentre(page)))
  await expect(page.getByRole('tooltip')).toContainText(displayId)
  await page.mouse.click(...(await findMapCentre(page)))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(displayId)
  await page.goBack()
  await waitForMap(page)
  await expect(page.getByText('1 response in view')).toBeVisible()
})

test('moves the map with the keyboard, and describes and links its content beside it', async ({
  page,
  context,
  product,
}) => {
  const position = randomPosition()
  const village = `Calanga ${createSuffix()}`
  await signInAs(context, product, 'manager')
  for (const minute of [1, 2])
    await createResponse(context, product, { village, minute, answers: { position } })
  await page.goto(`/survey-responses?view=map&village=${encodeURIComponent(village)}`)
  await waitForMap(page)
  await page.getByRole('region', { name: 'Map of the responses' }).focus()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight')
  await expect(page.getByText('No response with a place in view')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByText('2 responses in view')).toBeVisible()
  await page.getByRole('list', { name: 'Where most of them are' }).getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(listCount(page)).toHaveText('2 responses')
})

test('adds new responses to an open map', async ({ page, context, product }) => {
  const position = randomPosition()
  const village = `Bilene ${createSuffix()}`
  await signInAs(context, product, 'manager')
  await createResponse(context, product, { village, answers: { position } })
  await page.clock.install()
  await page.goto(`/survey-responses?view=map&village=${encodeURIComponent(village)}`)
  await waitForMap(page)
  await expect(page.getByText('1 response in view')).toBeVisible()
  await createResponse(context, product, { village, minute: 2, answers: { position } })
  await page.clock.fastForward(61_000)
  await expect(page.getByText('2 responses in view')).toBeVisible()
})

test('redraws the map for another filter, and reports a failed load with a retry', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(500)
  const position = randomPosition()
  test.slow()
  const village = `Maluana ${createSuffix()}`
  await signInAs(context, product, 'manager')
  await createResponse(context, product, { village, answers: { position } })
  await createResponse(context, product, { village, answers: { position: farPosition } })
  await page.goto(`/survey-responses?view=map&village=${encodeURIComponent(village)}`)
  await waitForMap(page)
  await expect(page.getByText('2 responses in view')).toBeVisible()
  await page.route('**/api/survey-responses/map/**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'District', exact: true }).click()
  await page.getByRole('option', { name: /^Manhiça/ }).click()
  await expect(page.getByText('A part of the map could not be loaded.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/survey-responses/map/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('2 responses in view')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Village' }).click()
  await expect(page.getByText(/responses? in view/)).toBeVisible()
})

test('names districts and villages on the map and beside it', async ({ page, context, product }) => {
  test.slow()
  const position = randomPosition()
  const [large, small] = [`Xinavane ${createSuffix()}`, `Calanga ${createSuffix()}`]
  await signInAs(context, product, 'supervisor')
  for (const minute of [1, 2])
    await createResponse(context, product, { village: large, minute, answers: { position } })
  const nearby = { ...position, latitude: position.latitude + 0.05 }
  await createResponse(context, product, { village: small, answers: { position: nearby } })
  const villages = encodeURIComponent(JSON.stringify([large, small]))
  const label = (name: string) => page.getByText(name, { exact: true })
  // The worker counts positions every two seconds.
  await expect(async () => {
    await page.goto(`/survey-responses?view=map&village=${villages}`)
    await waitForMap(page)
    await expect(label(large)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(label(small)).toBeVisible()
  const localities = page.getByRole('list', { name: 'Where most of them are' }).getByRole('listitem')
  await expect(localities.first()).toContainText(`${large}, `)
  await expect(localities.first()).toContainText('2 responses')
  await expect(localities.nth(1)).toContainText(`${small}, `)
  await expectAccessible(page)
  await localities.first().getByRole('link').click()
  await expect(listCount(page)).toHaveText('2 responses')
})

test('colours the map by status, share waiting or share returned, and keeps the choice in the URL', async ({
  page,
  context,
  product,
}) => {
  const village = `Macia ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  await createResponse(context, product, { village, answers: { position: randomPosition() } })
  await page.goto(`/survey-responses?view=map&village=${encodeURIComponent(village)}`)
  await waitForMap(page)
  const legend = (name: string) => page.getByRole('list', { name }).getByRole('listitem')
  await expect(legend('Colour shows the most common status; size shows the number of responses')).toHaveText([
    'In progress',
    'Submitted',
    'On hold',
    'Returned',
    'Resubmitted',
    'Verified',
    'Approved',
    'Rejected',
  ])
  const chooseColouring = async (option: string) => {
    await page.getByRole('combobox', { name: 'Colour shows' }).click()
    await page.getByTitle(option).click()
  }
  const steps = ['None', 'Under 10%', '10–25%', '25–50%', '50% or more']
  await chooseColouring('Share waiting for review')
  await expect(page).toHaveURL(/view=map.*colour=waiting/)
  await expect(
    legend('Colour shows the share that waits for review; size shows the number of responses'),
  ).toHaveText(steps)
  await page.reload()
  await waitForMap(page)
  await expect(
    legend('Colour shows the share that waits for review; size shows the number of responses'),
  ).toHaveText(steps)
  await expectAccessible(page)
  await chooseColouring('Share returned')
  await expect(page).toHaveURL(/colour=returned/)
  await expect(page.getByText('1 response in view')).toBeVisible()
  await chooseColouring('Most common status')
  await expect(page).not.toHaveURL(/colour=/)
})

test('shows a message while the map is loading', async ({ page, context, product }) => {
  const village = `Chongoene ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  await createResponse(context, product, { village, answers: { position: randomPosition() } })
  const release = await holdCalls(page, '**/api/survey-responses/map/**')
  await page.goto(`/survey-responses?view=map&village=${encodeURIComponent(village)}`)
  await expect(page.getByRole('status').filter({ hasText: 'Loading the map…' })).toBeVisible()
  release()
  await expect(page.getByText('1 response in view')).toBeVisible()
  await expect(page.getByText('Loading the map…')).toHaveCount(0)
})

test('shows a response on a map of its village with the interviews nearby', async ({
  page,
  context,
  product,
}) => {
  const position = randomPosition()
  const village = `Chidenguele ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  const neighbour = { ...position, latitude: position.latitude + 0.002 }
  await createResponse(context, product, { village, answers: { position: neighbour } })
  const { id } = await createResponse(context, product, { village, minute: 2, answers: { position } })
  const tiles: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/survey-responses/map/')) tiles.push(decodeURIComponent(request.url()))
  })
  await expect(async () => {
    await page.goto(`/survey-responses/${id}/view`)
    await expect(page.getByRole('region', { name: 'Map with the place of this response' })).toBeVisible()
    await expect(busyParts(page)).toHaveCount(0)
    // The worker counts new responses every two seconds.
    await expect(page.getByRole('complementary').getByText(village, { exact: true })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()
  await expect(page.getByRole('img', { name: 'Map marker', includeHidden: true })).toBeVisible()
  await expect(page.getByText('The pin marks this interview')).toBeVisible()
  // The tiles have the scale of a village, and responses of the same survey only.
  expect(tiles.length).toBeGreaterThan(0)
  for (const tile of tiles) expect(tile).toMatch(/\/map\/14\/\d+\/\d+\?filter\[surveyId\]\[\]=/)
})

test('shows hostile names as text on the map', async ({ page, context, product }) => {
  test.slow()
  await signInAs(context, product, 'manager')
  const { breaches, pages } = await visitHostileMaps(page, context, product, sampleHostileTexts)
  expect(pages).toBe(sampleHostileTexts.length)
  expect(breaches).toEqual([])
})
