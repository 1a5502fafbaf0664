import type { BrowserContext, Page } from '@playwright/test'

import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse } from './responses.ts'
import { expect } from './test.ts'
import { fetchHeaders } from './users.ts'

const longestDisplayId = 64

/** Creates a response with the text in its text fields, its comments and its history. */
const createHostileResponse = async (
  context: BrowserContext,
  product: Product,
  villageType: string,
  text: string,
) => {
  // Survey Ids are unique, also when a test is repeated.
  const displayId = `${text} ${villageType}`
  const columns = {
    ...(displayId.length <= longestDisplayId && { displayId }),
    investigatorName: text,
    investigatorMobileNumber: text,
    supervisorName: text,
    districtName: text,
    village: text,
    villageType,
    villageCategory: text,
    householdName: text,
    photos: [{ url: `https://photos.example.org/${encodeURIComponent(text)}` }],
  }
  const answers = { household_name: text, remarks: text, head_name: text }
  const { id, values } = await createResponse(context, product, { village: text, answers, fields: columns })
  const headers = await fetchHeaders(context, product)
  const changed = { ...values, remarks: `${text} again`, head_name: 'Helena' }
  const endTime = '2026-11-12T10:00:00Z'
  for (const [method, path, data] of [
    ['PUT', '', { id, comment: text, data: { ...columns, endTime, values: changed } }],
    ['POST', '/comments', { comment: text }],
    ['POST', '/status', { status: 'returned', comment: text }],
  ] as const) {
    const url = `${product.url}/api/survey-responses/${id}${path}`
    const answer = await context.request.fetch(url, { method, headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  return id
}

/**
 * Detects executed scripts: dialogs, policy violations, the global variable and injected elements. Returns a
 * function that takes the breaches since its last call.
 */
const detectBreaches = async (page: Page) => {
  const breaches: string[] = []
  page.on('dialog', (dialog) => {
    breaches.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.exposeFunction('reportBreach', (breach: string) => breaches.push(breach))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      // `exposeFunction` defines it above.
      (Reflect.get(window, 'reportBreach') as (breach: string) => void)(
        `policy ${violatedDirective} ${blockedURI}`,
      ),
    ),
  )
  return async (where: string): Promise<string[]> => {
    const hasRun = await page.evaluate(
      () => 'xssRan' in window || document.querySelector('img[src="x"], main :is(script, iframe)') !== null,
    )
    return [...breaches.splice(0), ...(hasRun ? ['a script or an element'] : [])].map(
      (breach) => `${where}: ${breach}`,
    )
  }
}

const expectText = (page: Page, text: string, times: number) =>
  expect
    .poll(async () => (await page.getByRole('main').textContent())?.split(text).length, {
      message: `${text} is shown as text`,
    })
    .toBeGreaterThan(times)

/**
 * Watches a page for executed scripts. `checkPage` waits until the page shows a text at least n times and
 * records breaches. `getResult` returns them.
 */
export const watchForBreaches = async (page: Page) => {
  const takeBreaches = await detectBreaches(page)
  const breaches: string[] = []
  let pages = 0
  const checkPage = async (where: string, text: string, times = 0): Promise<void> => {
    await expectText(page, text, times)
    breaches.push(...(await takeBreaches(`${where} with ${text}`)))
    pages += 1
  }
  return { checkPage, getResult: () => ({ breaches, pages }) }
}

/**
 * Stores hostile texts and visits the pages that show them. Returns the breaches: texts that a page did not
 * treat as text, because a script ran, an element was injected or a policy was violated.
 */
export type VisitTexts = (
  page: Page,
  context: BrowserContext,
  product: Product,
  texts: readonly string[],
) => Promise<{ breaches: string[]; pages: number }>

/** Visits the list, and the view, history, print view and form of each response. */
export const visitHostileResponses: VisitTexts = async (page, context, product, texts) => {
  const { checkPage, getResult } = await watchForBreaches(page)
  const mark = createSuffix()
  const headers = await fetchHeaders(context, product)
  const me = await context.request.get(`${product.url}/api/auth/me`, { headers })
  const { id: userId } = (await me.json()) as { id: string }
  // Shows all columns of the list.
  await page.addInitScript(
    (key) => localStorage.setItem(key, JSON.stringify({ hidden: [] })),
    `list:${userId}:survey-responses`,
  )
  const responses: [id: string, text: string][] = []
  for (const text of texts) responses.push([await createHostileResponse(context, product, mark, text), text])
  await page.goto(`/survey-responses?villageType=${mark}&pageSize=100`)
  for (const [, text] of responses) await checkPage('list', text, 5)
  for (const [id, text] of responses) {
    await page.goto(`/survey-responses/${id}/view`)
    await checkPage('view', text, 5)
    await page.getByRole('tab', { name: /History/ }).click()
    await expect(page.getByRole('tabpanel').getByText('again').first()).toBeVisible()
    await checkPage('history', text, 5)
    await page.emulateMedia({ media: 'print' })
    await checkPage('print', text, 5)
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`/survey-responses/${id}/edit`)
    await expect(page.getByLabel('Supervisor')).toHaveValue(text)
    await checkPage('form', text)
  }
  return getResult()
}
