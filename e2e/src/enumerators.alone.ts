import type { BrowserContext, Page } from '@playwright/test'

import { withDatabase } from './database.ts'
import { currentLink, listCount, mainHeading } from './locators.ts'
import type { Product } from './product.ts'
import { buildQuestionnaire, closeSurvey, openSurvey } from './questionnaires.ts'
import { createSuffix } from './random-suffix.ts'
import { saveUserDetails } from './records.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createUser, fetchHeaders, signIn, signInAs } from './users.ts'

const suffix = createSuffix()
const formId = `farms_${suffix.toLowerCase()}`
const title = `Farms ${suffix}`
const names = { ana: `Ana ${suffix}`, bento: `Bento ${suffix}` }

interface Interview {
  name: string
  daysAgo: number
  minutes: number
  farms: 'yes' | 'no'
  rooms: number
}

const interviews: Interview[] = [
  { name: names.ana, daysAgo: 1, minutes: 20, farms: 'no', rooms: 5 },
  { name: names.ana, daysAgo: 1, minutes: 30, farms: 'no', rooms: 10 },
  { name: names.ana, daysAgo: 1, minutes: 60, farms: 'yes', rooms: 20 },
  { name: names.bento, daysAgo: 1, minutes: 50, farms: 'yes', rooms: 3 },
  { name: names.bento, daysAgo: 2, minutes: 40, farms: 'yes', rooms: 4 },
]

const findSurvey = async (context: BrowserContext, product: Product): Promise<string> => {
  const answer = await context.request.get(`${product.url}/api/survey-list`, {
    headers: await fetchHeaders(context, product),
    params: { 'filter[label]': title },
  })
  const { rows } = (await answer.json()) as { rows: { id: string }[] }
  return rows[0]?.id ?? ''
}

/** Loads a questionnaire, and sends interviews of two people. Returns the id of the survey. */
const createFieldwork = async (context: BrowserContext, product: Product): Promise<string> => {
  const file = await buildQuestionnaire({
    formId,
    title,
    survey: [
      ['select_one yes_no', 'farms', 'Does the household farm?', 'A família cultiva?'],
      ['integer', 'hectares', 'Hectares', 'Hectares', "${farms} = 'yes'"],
      ['integer', 'rooms', 'Rooms', 'Quartos'],
    ],
    choices: [
      ['yes_no', 'yes', 'Yes', 'Sim'],
      ['yes_no', 'no', 'No', 'Não'],
    ],
  })
  await openSurvey(product, file)
  const surveyId = await findSurvey(context, product)
  for (const [n, { name, daysAgo, minutes, farms, rooms }] of interviews.entries()) {
    const start = Date.now() - daysAgo * 86_400_000 + n * 60_000
    const answer = await context.request.post(`${product.url}/api/survey-responses`, {
      headers: await fetchHeaders(context, product),
      data: {
        data: {
          surveyId,
          investigatorName: name,
          supervisorName: 'Amélia Macuácua',
          startTime: new Date(start).toISOString(),
          endTime: new Date(start + minutes * 60_000).toISOString(),
          values: { farms, rooms, ...(farms === 'yes' && { hectares: 2 }) },
        },
      },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  return surveyId
}

/** Creates a supervisor of a team with these people. */
const createLeader = async (context: BrowserContext, product: Product, people: readonly string[]) => {
  const leader = await saveUserDetails(context, product, { firstName: `Leader ${createSuffix()}` })
  for (const firstName of people) await saveUserDetails(context, product, { firstName, managerId: leader.id })
  const user = await createUser(product, { role: 'supervisor' })
  await withDatabase(product, async (client) => {
    await client.query('update app.users set user_details_id = $2 where email = $1', [user.email, leader.id])
    await client.query(
      'insert into app.memberships (user_id, own_team) select id, true from app.users where email = $1',
      [user.email],
    )
  })
  return user
}

const openList = (page: Page, surveyId: string) => page.goto(`/checks/enumerators?survey=${surveyId}`)
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a supervisor compares people, and reads a page about one of them', async ({
  page,
  context,
  browser,
  product,
}) => {
  test.slow()
  await signInAs(context, product, 'manager')
  const ownLeader = await createLeader(context, product, [names.ana, names.bento])
  const otherLeader = await createLeader(context, product, [`Célia ${suffix}`])
  const surveyId = await createFieldwork(context, product)
  try {
    await expect(async () => {
      await openList(page, surveyId)
      await expect(page.getByRole('row')).toHaveCount(3, { timeout: 3_000 })
      await expect(rowOf(page, names.bento)).toContainText('n 2', { timeout: 1_000 })
    }).toPass()
    const cell = (name: string, indicator: string) =>
      rowOf(page, name)
        .getByRole('cell')
        .filter({ has: page.getByRole('link', { name: `${name}, ${indicator}:` }) })
    await expect(cell(names.ana, 'Interviews per day')).toHaveText('3n 1others 1')
    await expect(cell(names.bento, 'Interviews per day')).toHaveText('1n 2others 3')
    await expect(cell(names.ana, 'Median minutes')).toHaveText('30n 3too few others')
    await expect(cell(names.bento, 'Median minutes')).toHaveText('45n 2too few others')
    // Two of three answers open no further question; of 5, 10 and 20 all end in 0 or 5; hectares are 2.
    await expect(cell(names.ana, '“No” to opening questions')).toHaveText('66.7%n 3others 0%')
    await expect(cell(names.ana, 'Ends in 0 or 5')).toHaveText('75%n 4others 0%')
    await expectAccessible(page)

    // The heading orders the people; a figure leads to the responses behind it.
    await page.getByRole('button', { name: 'Median minutes' }).click()
    await expect(page.getByRole('row').nth(1)).toContainText(names.bento)
    await expect(page.getByRole('columnheader', { name: 'Median minutes' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    await rowOf(page, names.ana)
      .getByRole('link', { name: /Median minutes: 30$/ })
      .click()
    await expect(listCount(page)).toHaveText('3 responses')

    await openList(page, surveyId)
    await rowOf(page, names.ana).getByRole('link', { name: names.ana, exact: true }).click()
    await expect(mainHeading(page)).toHaveText(names.ana)
    const figures = page.getByRole('table', { name: 'Figures' })
    await expect(figures.getByRole('row', { name: /^Interviews per day/ })).toHaveText(
      'Interviews per day 311',
    )
    await expect(page.getByText('No check found a difference.')).toBeVisible()
    await expect(
      page.getByRole('table', { name: 'Last eight weeks' }).getByRole('row', { name: /^Median minutes/ }),
    ).toContainText('30')
    await expectAccessible(page)
    await expect(currentLink(page.getByRole('navigation', { name: 'Main menu' }))).toHaveText('Enumerators')
    const address = page.url()

    const openAs = async (user: { email: string }) => {
      const other = await browser.newContext({ baseURL: product.url })
      await signIn(other, product, user)
      return other.newPage()
    }
    const own = await openAs(ownLeader)
    await openList(own, surveyId)
    await expect(own.getByRole('row')).toHaveCount(3)
    // One other person could be recognised in the comparison.
    await expect(rowOf(own, names.ana)).toContainText('too few others')
    await own.goto(address)
    await expect(mainHeading(own)).toHaveText(names.ana)
    const outside = await openAs(otherLeader)
    await openList(outside, surveyId)
    await expect(outside.getByText('No interviews to compare')).toBeVisible()
    await expectAccessible(outside)
  } finally {
    await closeSurvey(product, formId)
  }
})
