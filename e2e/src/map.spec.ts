import type { Page } from '@playwright/test'

import { aPerson, signIn } from './people.ts'
import { putResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'

const unique = () => Math.random().toString(36).slice(2, 8)
const canvas = (page: Page) => page.locator('.responses-map-canvas')

/** Returns a random position, which no other test and no retry uses. */
const anywhere = () => ({
  latitude: -20 - Math.random(),
  longitude: 33 + Math.random(),
  accuracy: 6,
})

/** A position far from all others. */
const there = { latitude: -17.8786, longitude: 36.8883, accuracy: 6 }

/** Waits until the map has located and drawn the responses. */
const drawn = async (page: Page) => {
  await expect(canvas(page)).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Returns the centre of the map, where it shows the only circle. */
const middle = async (page: Page) => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await canvas(page).boundingBox()) ?? {}
  return [x + width / 2, y + height / 2] as const
}

test('shows a list as a map, and lists the responses of a circle after a click', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const village = `Xinavane ${unique()}`
  const here = anywhere()
  await signIn(context, product, await aPerson(product, { role: 'supervisor' }))
  for (const minute of [1, 2, 3])
    await putResponse(context, product, { village, minute, answers: { position: here } })
  await putResponse(context, product, { village: `${village} B`, answers: { position: there } })

  await page.goto(`/survey-responses?village=${encodeURIComponent(village)}`)
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expect(page).toHaveURL(/view=map/)
  await drawn(page)
  await expect(page.getByText('3 responses in view')).toBeVisible()
  await expectAccessible(page)

  await page.mouse.move(...(await middle(page)))
  const bubble = page.locator('.maplibregl-popup')
  await expect(bubble).toContainText('3 responses')
  await expect(bubble).toContainText('Submitted')
  await expectAccessible(page)
  await page.mouse.click(...(await middle(page)))
  await expect(page).toHaveURL(/area=\d+%2F\d+%2F\d+/)
  await expect(page).not.toHaveURL(/view=map/)
  await expect(page.locator('.list-count')).toContainText('3 responses')
  await expect(page.locator('.filter-chip', { hasText: 'Area on the map' })).toBeVisible()

  // Without the village filter, the area filter still excludes responses elsewhere.
  await page.getByRole('button', { name: 'Remove the filter Village' }).click()
  await expect(page).not.toHaveURL(/village=/)
  await expect(page.locator('.list-count')).toContainText(/^3 responses/)
  await page.getByRole('button', { name: 'Remove the filter Area on the map' }).click()
  await expect(page).not.toHaveURL(/area=/)
  await expect(page.locator('.list-count')).not.toContainText(/^3 responses/)
})

test('opens the only response of a place at once, and shows the same map after Back', async ({
  page,
  context,
  product,
}) => {
  const village = `Namacurra ${unique()}`
  await signIn(context, product, await aPerson(product, { role: 'supervisor' }))
  const { displayId } = await putResponse(context, product, { village, answers: { position: there } })
  await page.goto(`/survey-responses?view=map&village=${encodeURIComponent(village)}`)
  await drawn(page)
  await page.mouse.move(...(await middle(page)))
  await expect(page.locator('.maplibregl-popup')).toContainText(displayId)
  await page.mouse.click(...(await middle(page)))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(displayId)
  await page.goBack()
  await drawn(page)
  await expect(page.getByText('1 response in view')).toBeVisible()
})

test('moves the map with the keyboard, and describes and links its content beside it', async ({
  page,
  context,
  product,
}) => {
  const spot = anywhere()
  const village = `Calanga ${unique()}`
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
  for (const minute of [1, 2])
    await putResponse(context, product, { village, minute, answers: { position: spot } })
  await page.goto(`/survey-responses?view=map&village=${encodeURIComponent(village)}`)
  await drawn(page)
  await page.getByRole('region', { name: 'Map of the responses' }).focus()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight')
  await expect(page.getByText('No response with a place in view')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByText('2 responses in view')).toBeVisible()
  await page.getByRole('list', { name: 'Where most of them are' }).getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.list-count')).toContainText('2 responses')
})

test('adds new responses to an open map', async ({ page, context, product }) => {
  const spot = anywhere()
  const village = `Bilene ${unique()}`
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
  await putResponse(context, product, { village, answers: { position: spot } })
  await page.clock.install()
  await page.goto(`/survey-responses?view=map&village=${encodeURIComponent(village)}`)
  await drawn(page)
  await expect(page.getByText('1 response in view')).toBeVisible()
  await putResponse(context, product, { village, minute: 2, answers: { position: spot } })
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
  const spot = anywhere()
  test.slow()
  const village = `Maluana ${unique()}`
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
  await putResponse(context, product, { village, answers: { position: spot } })
  await putResponse(context, product, { village, answers: { position: there } })
  await page.goto(`/survey-responses?view=map&village=${encodeURIComponent(village)}`)
  await drawn(page)
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
  const spot = anywhere()
  const [large, small] = [`Xinavane ${unique()}`, `Calanga ${unique()}`]
  await signIn(context, product, await aPerson(product, { role: 'supervisor' }))
  for (const minute of [1, 2])
    await putResponse(context, product, { village: large, minute, answers: { position: spot } })
  const nearby = { ...spot, latitude: spot.latitude + 0.05 }
  await putResponse(context, product, { village: small, answers: { position: nearby } })
  const villages = encodeURIComponent(JSON.stringify([large, small]))
  const label = (name: string) => page.locator('.map-label', { hasText: name })
  // The worker counts positions every two seconds.
  await expect(async () => {
    await page.goto(`/survey-responses?view=map&village=${villages}`)
    await drawn(page)
    await expect(label(large)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(label(small)).toBeVisible()
  const beside = page.getByRole('list', { name: 'Where most of them are' }).getByRole('listitem')
  await expect(beside.first()).toContainText(`${large}, `)
  await expect(beside.first()).toContainText('2 responses')
  await expect(beside.nth(1)).toContainText(`${small}, `)
  await expectAccessible(page)
  await beside.first().getByRole('link').click()
  await expect(page.locator('.list-count')).toContainText('2 responses')
})

test('colours the map by status, share waiting or share returned, and keeps the choice in the URL', async ({
  page,
  context,
  product,
}) => {
  const village = `Macia ${unique()}`
  await signIn(context, product, await aPerson(product, { role: 'supervisor' }))
  await putResponse(context, product, { village, answers: { position: anywhere() } })
  await page.goto(`/survey-responses?view=map&village=${encodeURIComponent(village)}`)
  await drawn(page)
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
  const choose = async (option: string) => {
    await page.getByRole('combobox', { name: 'Colour shows' }).click()
    await page.getByTitle(option).click()
  }
  const steps = ['None', 'Under 10%', '10–25%', '25–50%', '50% or more']
  await choose('Share waiting for review')
  await expect(page).toHaveURL(/view=map.*colour=waiting/)
  await expect(
    legend('Colour shows the share that waits for review; size shows the number of responses'),
  ).toHaveText(steps)
  await page.reload()
  await drawn(page)
  await expect(
    legend('Colour shows the share that waits for review; size shows the number of responses'),
  ).toHaveText(steps)
  await expectAccessible(page)
  await choose('Share returned')
  await expect(page).toHaveURL(/colour=returned/)
  await expect(page.getByText('1 response in view')).toBeVisible()
  await choose('Most common status')
  await expect(page).not.toHaveURL(/colour=/)
})

test('shows a message while the map is loading', async ({ page, context, product }) => {
  const village = `Chongoene ${unique()}`
  await signIn(context, product, await aPerson(product, { role: 'supervisor' }))
  await putResponse(context, product, { village, answers: { position: anywhere() } })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/survey-responses/map/**', async (route) => {
    await held
    await route.continue()
  })
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
  const spot = anywhere()
  const village = `Chidenguele ${unique()}`
  await signIn(context, product, await aPerson(product, { role: 'supervisor' }))
  const neighbour = { ...spot, latitude: spot.latitude + 0.002 }
  await putResponse(context, product, { village, answers: { position: neighbour } })
  const { id } = await putResponse(context, product, { village, minute: 2, answers: { position: spot } })
  const tiles: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/survey-responses/map/')) tiles.push(decodeURIComponent(request.url()))
  })
  await expect(async () => {
    await page.goto(`/survey-responses/${id}/view`)
    await expect(page.locator('.place-map:not([aria-busy])')).toBeVisible()
    // The worker counts new responses every two seconds.
    await expect(page.locator('.place-map .map-label', { hasText: village })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.locator('.place-map .maplibregl-marker')).toBeVisible()
  await expect(page.getByText('The pin marks this interview')).toBeVisible()
  // The tiles have the scale of a village, and responses of the same survey only.
  expect(tiles.length).toBeGreaterThan(0)
  for (const tile of tiles) expect(tile).toMatch(/\/map\/14\/\d+\/\d+\?filter\[surveyId\]\[\]=/)
})
