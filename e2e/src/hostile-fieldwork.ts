import type { BrowserContext, Page } from '@playwright/test'

import { withDatabase } from './database.ts'
import { createResponseOn, dateRangeQuery, monthOf, tile, countingTimeout } from './fieldwork.ts'
import { watchForBreaches } from './hostile-pages.ts'
import type { VisitTexts } from './hostile-pages.ts'
import { findMapCentre } from './locators.ts'
import type { Product } from './product.ts'
import { createResponse, fetchDemoSurveyId } from './responses.ts'
import { expect } from './test.ts'

const longestDisplayId = 64
const perPage = 10

interface HostileResponse {
  name: string
  mark: string
  displayId?: string
}

/** Creates one response per text, with the text in all names. A number makes equal names different. */
const createHostileResponses = async (
  context: BrowserContext,
  product: Product,
  texts: readonly string[],
) => {
  const run = Math.random().toString(36).slice(2, 6)
  const responses: HostileResponse[] = []
  for (const [index, text] of texts.entries()) {
    const name = `${text} ${String(index)}`
    const mark = `${run}x${String(index)}x`
    const displayId = `${name} ${run}`
    const optionalId = displayId.length <= longestDisplayId && { displayId }
    await createResponse(context, product, {
      village: name,
      answers: { interview_date: `${monthOf('hostile')}-14`, planting_date: '2017-11-03' },
      fields: {
        ...optionalId,
        investigatorName: name,
        supervisorName: name,
        districtName: name,
        village: name,
        villageType: name,
        villageCategory: name,
        householdName: mark,
      },
    })
    responses.push({ name, mark, ...optionalId })
  }
  return responses
}

type CheckPage = Awaited<ReturnType<typeof watchForBreaches>>['checkPage']

/** Visits every page of people, then all districts, village types and categories, on screen and in print. */
const visitDashboard = async (page: Page, checkPage: CheckPage, names: readonly string[]) => {
  const dates = dateRangeQuery(monthOf('hostile'))
  // Waits until all responses are counted, because the pages of people shift until then.
  await page.goto(`/?${dates}`)
  await expect(tile(page, 'Responses')).toHaveText(`Responses ${String(names.length)}`, countingTimeout)
  for (const people of ['Enumerators', 'Supervisors']) {
    const shownNames: (string | undefined)[] = []
    for (let offset = 0; offset < names.length; offset += perPage) {
      await page.goto(`/?${dates}&people=${people.toLowerCase()}&orderBy=name_ASC&offset=${String(offset)}`)
      const rows = page.getByRole('table', { name: people }).getByRole('rowgroup').nth(1).getByRole('row')
      await expect(rows).toHaveCount(Math.min(perPage, names.length - offset), countingTimeout)
      shownNames.push(
        ...(await rows.evaluateAll((all) => all.map((row) => row.firstElementChild?.textContent))),
      )
      await checkPage(people, '')
    }
    expect(shownNames.toSorted()).toEqual(names.toSorted())
  }
  const showAllButtons = page.getByRole('button', { name: /^Show all/ })
  if (names.length > perPage) await showAllButtons.first().click()
  await page.getByText('By type and category of village').click()
  for (const name of names) await checkPage('dashboard', name, 3)
  await page.emulateMedia({ media: 'print' })
  await checkPage('dashboard on paper', names[0] ?? '', 3)
  await page.emulateMedia({ media: 'screen' })
}

/** Visits a map with one response, which is named beside the map and in a popup. */
const visitMap = async (page: Page, checkPage: CheckPage, { name, mark, displayId }: HostileResponse) => {
  await page.goto(`/survey-responses?view=map&householdName=${mark}`)
  await expect(page.getByText('1 response in view')).toBeVisible(countingTimeout)
  const [x, y] = await findMapCentre(page)
  const tooltip = page.getByRole('tooltip')
  await expect(async () => {
    await page.mouse.move(x - 1, y)
    await page.mouse.move(x, y)
    await expect(tooltip).toBeVisible({ timeout: 500 })
  }).toPass()
  if (displayId !== undefined) await expect(tooltip).toContainText(displayId)
  await checkPage('map', displayId ?? name, displayId === undefined ? 0 : 2)
}

/** Visits the dashboard with the texts as names of people and places. */
export const visitHostileDashboard: VisitTexts = async (page, context, product, texts) => {
  const { checkPage, getResult } = await watchForBreaches(page)
  const responses = await createHostileResponses(context, product, texts)
  await visitDashboard(
    page,
    checkPage,
    responses.map(({ name }) => name),
  )
  return getResult()
}

/** Visits maps with the texts as names of people and places. */
export const visitHostileMaps: VisitTexts = async (page, context, product, texts) => {
  const { checkPage, getResult } = await watchForBreaches(page)
  const responses = await createHostileResponses(context, product, texts)
  for (const response of responses) await visitMap(page, checkPage, response)
  return getResult()
}

/** Renames a survey to each text, and visits the dashboard, a saved picture and the targets. */
export const visitHostileSurveys: VisitTexts = async (page, context, product, texts) => {
  const { checkPage, getResult } = await watchForBreaches(page)
  await createResponseOn(context, product, `${monthOf('hostileSurvey')}-14`)
  const id = await fetchDemoSurveyId(context, product)
  await withDatabase(product, async (client) => {
    for (const text of texts) {
      await client.query('update surveys set label = $1 where id = $2', [text, id])
      await page.goto(`/?survey=${id}`)
      await expect(page.getByRole('slider')).toBeVisible(countingTimeout)
      await checkPage('chosen survey', text, 1)
      const downloadPromise = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save as a picture' }).click()
      await downloadPromise
      await checkPage('saved picture', text, 1)
      await page.getByRole('button', { name: 'Targets' }).click()
      await expect(page.getByRole('dialog')).toContainText(text)
      await checkPage('targets', text, 1)
    }
    await client.query(`update surveys set label = 'Household baseline' where id = $1`, [id])
  })
  return getResult()
}
