import type { BrowserContext, Page } from '@playwright/test'
import pg from 'pg'

import { daysOf, monthOf, put as putOne, soon, tile } from './fieldwork.ts'
import { lookOut } from './hostile-pages.ts'
import type { Product } from './product.ts'
import { demoSurveyId, putResponse } from './responses.ts'
import { expect } from './test.ts'

const longestDisplayId = 64
const perPage = 10

interface Put {
  name: string
  mark: string
  displayId?: string
}

/** Creates one response per text, with the text in all names. A number makes equal names different. */
const putAll = async (context: BrowserContext, product: Product, texts: readonly string[]) => {
  const run = Math.random().toString(36).slice(2, 6)
  const put: Put[] = []
  for (const [index, text] of texts.entries()) {
    const name = `${text} ${String(index)}`
    const mark = `${run}x${String(index)}x`
    const displayId = `${name} ${run}`
    const given = displayId.length <= longestDisplayId && { displayId }
    await putResponse(context, product, {
      village: name,
      answers: { interview_date: `${monthOf('hostile')}-14`, planting_date: '2017-11-03' },
      more: {
        ...given,
        investigatorName: name,
        supervisorName: name,
        districtName: name,
        village: name,
        villageType: name,
        villageCategory: name,
        householdName: mark,
      },
    })
    put.push({ name, mark, ...given })
  }
  return put
}

type Look = Awaited<ReturnType<typeof lookOut>>['look']

/** Visits every page of people, then all districts, village types and categories, on screen and in print. */
const visitDashboard = async (page: Page, look: Look, names: readonly string[]) => {
  const dates = daysOf(monthOf('hostile'))
  // Waits until all responses are counted, because the pages of people shift until then.
  await page.goto(`/?${dates}`)
  await expect(tile(page, 'Responses')).toHaveText(String(names.length), soon)
  for (const people of ['enumerators', 'supervisors']) {
    const met: (string | null)[] = []
    for (let offset = 0; offset < names.length; offset += perPage) {
      await page.goto(`/?${dates}&people=${people}&orderBy=name_ASC&offset=${String(offset)}`)
      const shown = page.locator('.people .long-name')
      await expect(shown).toHaveCount(Math.min(perPage, names.length - offset), soon)
      met.push(...(await shown.evaluateAll((links) => links.map((link) => link.getAttribute('title')))))
      await look(people, '')
    }
    expect(met.toSorted()).toEqual(names.toSorted())
  }
  const more = page.getByRole('button', { name: /^Show all/ })
  if (names.length > perPage) await more.first().click()
  await page.locator('summary').click()
  for (const name of names) await look('dashboard', name, 3)
  await page.emulateMedia({ media: 'print' })
  await look('dashboard on paper', names[0] ?? '', 3)
  await page.emulateMedia({ media: 'screen' })
}

/** Visits a map with one response, which is named beside the map and in a popup. */
const visitMap = async (page: Page, look: Look, { name, mark, displayId }: Put) => {
  await page.goto(`/survey-responses?view=map&householdName=${mark}`)
  await expect(page.getByText('1 response in view')).toBeVisible(soon)
  const {
    x = 0,
    y = 0,
    width = 0,
    height = 0,
  } = (await page.locator('.responses-map-canvas').boundingBox()) ?? {}
  const bubble = page.locator('.maplibregl-popup')
  await expect(async () => {
    await page.mouse.move(x + width / 2 - 1, y + height / 2)
    await page.mouse.move(x + width / 2, y + height / 2)
    await expect(bubble).toBeVisible({ timeout: 500 })
  }).toPass()
  if (displayId !== undefined) await expect(bubble).toContainText(displayId)
  await look('map', displayId ?? name, displayId === undefined ? 0 : 2)
}

/** Visits the dashboard and the map with the texts as names of people and places. Returns the breaches. */
export const visitHostileFieldwork = async (
  page: Page,
  context: BrowserContext,
  product: Product,
  texts: readonly string[],
): Promise<{ breaches: string[]; pages: number }> => {
  const { look, seen } = await lookOut(page)
  const put = await putAll(context, product, texts)
  await visitDashboard(
    page,
    look,
    put.map(({ name }) => name),
  )
  for (const one of put) await visitMap(page, look, one)
  return seen()
}

/** Renames a survey to each text, and visits the dashboard, a saved picture and the targets. */
export const visitHostileSurveys = async (
  page: Page,
  context: BrowserContext,
  product: Product,
  texts: readonly string[],
): Promise<{ breaches: string[]; pages: number }> => {
  const { look, seen } = await lookOut(page)
  await putOne(context, product, `${monthOf('hostileSurvey')}-14`)
  const id = await demoSurveyId(context, product)
  const client = new pg.Client({ connectionString: product.apiEnv['DATABASE_URL'] })
  await client.connect()
  for (const text of texts) {
    await client.query('update surveys set label = $1 where id = $2', [text, id])
    await page.goto(`/?survey=${id}`)
    await expect(page.getByRole('slider')).toBeVisible(soon)
    await look('chosen survey', text, 1)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a picture' }).click()
    await saved
    await look('saved picture', text, 1)
    await page.getByRole('button', { name: 'Targets' }).click()
    await expect(page.getByRole('dialog')).toContainText(text)
    await look('targets', text, 1)
  }
  await client.query(`update surveys set label = 'Household baseline' where id = $1`, [id])
  await client.end()
  return seen()
}
