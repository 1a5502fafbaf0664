import { randomInt } from 'node:crypto'

import type { BrowserContext, Page } from '@playwright/test'

import { countActions } from './count-actions.ts'
import { currentLink, definitionOf, listCount, mainHeading, tableRows } from './locators.ts'
import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createUser, fetchHeaders, signIn } from './users.ts'

type Work = 'verify' | 'waive' | 'query' | 'duplicate'

interface Waiting {
  id: string
  displayId: string
  head: string
  rooms: number
  work: Work
}

const works: readonly Work[] = [
  ...Array<Work>(2).fill('duplicate'),
  ...Array<Work>(2).fill('waive'),
  ...Array<Work>(3).fill('query'),
  ...Array<Work>(14).fill('verify'),
]

/** Creates 21 responses, of which two are of one household, and two have an unusual value. */
const createWaiting = async (context: BrowserContext, product: Product, mark: string): Promise<Waiting[]> => {
  const waiting: Waiting[] = []
  const twin = {
    village: mark,
    household_name: `Família Gémea ${mark}`,
    head_name: 'Gémea',
    position: { latitude: -25.3, longitude: 32.8067, accuracy: 6 },
  }
  for (const [index, work] of works.entries()) {
    const name = `${mark} ${String(index)}`
    const answers = {
      rooms: 3,
      household_name: `Família ${name}`,
      head_name: `Chefe ${String(index)}`,
      phone: String(randomInt(840_000_000, 879_999_999)),
      remarks: name,
      position: { latitude: -25.4 - index / 20, longitude: 32.8067, accuracy: 6 },
      ...(work === 'waive' && { rooms: 14 }),
      ...(work === 'duplicate' && { ...twin, rooms: 3 + index }),
    }
    const { id, displayId } = await createResponse(context, product, {
      village: name,
      answers,
      fields: { investigatorName: name },
    })
    const { head_name: head, rooms } = answers
    waiting.push({ id, displayId, head, rooms, work })
  }
  return waiting
}

/** Reviews the open response as planned, by keyboard alone. */
const review = async (page: Page, { displayId, work }: Waiting, isFirst: boolean): Promise<void> => {
  const { press, type, tabTo } = countActions(page)
  const flags = page.getByRole('region', { name: 'Flags' })
  const queries = page.getByRole('region', { name: 'Queries' })
  if (work === 'waive') {
    await expect(currentLink(flags)).toContainText('14 is above the plausible maximum of 10')
    await press('n')
    await press('1')
    await press('Enter')
    await expect(flags.getByText('0 open flags')).toBeVisible()
  }
  if (work === 'query') {
    await expect(queries).toContainText('No queries')
    await press('q')
    await expect(page.getByRole('combobox', { name: 'Which answer is the query about?' })).toBeFocused()
    await type('Rooms used')
    await expect(page.getByRole('option')).toHaveCount(1)
    await press('Enter')
    await type(`Count the rooms of ${displayId} again`)
    await press('Enter')
    await expect(queries).toContainText(`Count the rooms of ${displayId} again`)
    await expect(queries.getByRole('combobox')).toHaveCount(0)
    await press('r')
    await type(`See the query of ${displayId}`)
  }
  if (work === 'duplicate') {
    await tabTo(
      flags.getByRole('listitem').filter({ hasText: 'household' }).getByRole('link', { name: 'Compare' }),
    )
    await press('Enter')
    await expect(page.getByRole('region', { name: /^Different answers/ })).toContainText('Rooms used')
    if (isFirst) await expectAccessible(page)
    await tabTo(page.getByRole('button', { name: `Keep ${displayId}, reject the others` }))
    await press('Enter')
    await expect(
      page.getByRole('note').filter({ hasText: 'Kept. Rejected as its duplicates:' }),
    ).toBeVisible()
    await expect(mainHeading(page)).toHaveText(displayId)
  }
  if (isFirst) await expectAccessible(page)
  await press(work === 'query' ? 'Enter' : 'v')
}

const fetchResponse = async (context: BrowserContext, product: Product, id: string) => {
  const headers = await fetchHeaders(context, product)
  const get = async (path: string): Promise<unknown> =>
    (await context.request.get(`${product.url}/api/survey-responses/${id}${path}`, { headers })).json()
  return {
    record: (await get('')) as { status: string },
    queries: (await get('/queries')) as { state: string }[],
    flags: (await get('/flags')) as { severity: string; state: string }[],
  }
}

// Only a manager can reject the duplicate of a household.
test('a morning of reviews: 20 responses from the queue, by keyboard alone', async ({
  page,
  context,
  product,
}) => {
  test.setTimeout(300_000)
  await signIn(context, product, await createUser(product, { role: 'manager' }))
  const mark = `Manhã ${createSuffix()}`
  const waiting = await createWaiting(context, product, mark)
  await expect(async () => {
    await page.goto(`/review?investigatorName=${encodeURIComponent(mark)}`)
    await expect(listCount(page)).toHaveText(`${String(waiting.length)} waiting`, { timeout: 10_000 })
    // The worker has compared the households.
    await expect(tableRows(page).filter({ hasText: /\d (error|warning)/ })).toHaveCount(4, { timeout: 1_000 })
  }).toPass({ timeout: 120_000 })

  await page.keyboard.press('g')
  const done: Waiting[] = []
  while (done.length < 20) {
    const open = () => waiting.filter((one) => !done.includes(one))
    await expect(mainHeading(page)).toHaveText(
      new RegExp(
        open()
          .map((one) => one.displayId)
          .join('|'),
      ),
    )
    const title = await mainHeading(page).textContent()
    const response = open().find((one) => one.displayId === title)
    if (!response) throw new Error(`${String(title)} has been reviewed before`)
    await expect(definitionOf(page, 'Name of the head')).toContainText(response.head)
    await expect(definitionOf(page, 'Rooms used for sleeping')).toContainText(String(response.rooms))
    await review(page, response, !done.some(({ work }) => work === response.work))
    done.push(response)
  }
  await expect(mainHeading(page)).toHaveText('Review queue')
  await expect(page.getByText('No other response waits for you')).toBeVisible()

  const [kept] = done.filter(({ work }) => work === 'duplicate')
  for (const { id, work, displayId } of waiting) {
    const { record, queries, flags } = await fetchResponse(context, product, id)
    const duplicate = displayId === kept?.displayId ? 'verified' : 'rejected'
    const expected = { verify: 'verified', waive: 'verified', query: 'returned', duplicate }[work]
    expect.soft(record.status, `${displayId}, ${work}`).toBe(expected)
    expect.soft(queries.map(({ state }) => state)).toEqual(work === 'query' ? ['open'] : [])
    expect.soft(flags.filter(({ severity, state }) => severity !== 'info' && state === 'open')).toEqual([])
    if (work === 'waive') expect.soft(flags.map(({ state }) => state)).toEqual(['waived'])
  }
})
