import type { BrowserContext, Locator, Page } from '@playwright/test'

import { aPerson, signIn } from './people.ts'
import type { Product } from './product.ts'
import { giveStatus, putResponse } from './responses.ts'
import { test } from './test.ts'

/** Allows time for the worker to count new responses. */
export const soon = { timeout: 20_000 }

const months = {
  hostileSurvey: '01',
  hostile: '02',
  lists: '03',
  refresh: '04',
  address: '05',
  monitor: '06',
  supervisor: '07',
  enumerator: '08',
  chart: '09',
  names: '10',
  memory: '11',
  paper: '12',
} as const

/** Returns a separate month for each test, because all tests share one survey. A retry uses another year. */
export const monthOf = (whose: keyof typeof months): string =>
  `${String(2019 + test.info().retry)}-${months[whose]}`

export const daysOf = (month: string) =>
  `surveyDateRange=${encodeURIComponent(JSON.stringify([`${month}-01`, `${month}-28`]))}`

export const as = async (context: BrowserContext, product: Product, role: string) => {
  const person = await aPerson(product, { role })
  await signIn(context, product, person)
  return person
}

export const put = (
  context: BrowserContext,
  product: Product,
  day: string,
  { district = 'manhica', ...more }: Record<string, unknown> = {},
) =>
  putResponse(context, product, {
    village: 'Maluana',
    answers: { interview_date: day, district, planting_date: '2018-11-03' },
    more,
  })

/** Creates five responses on four days: two submitted, one verified, one returned, one rejected. */
export const putFive = async (
  context: BrowserContext,
  product: Product,
  month: string,
  more: object = {},
) => {
  await put(context, product, `${month}-02`, { investigatorName: 'Ana', ...more })
  await put(context, product, `${month}-02`, { investigatorName: 'Ana Maria', district: 'boane' })
  const rest = []
  for (const [index, day] of ['03', '05', '09'].entries())
    rest.push(await put(context, product, `${month}-${day}`, { investigatorName: `Rui ${String(index)}` }))
  const [verified, returned, rejected] = rest.map(({ id }) => id)
  await giveStatus(context, product, verified ?? '', 'verified')
  await giveStatus(context, product, returned ?? '', 'returned', 'The age is missing')
  await giveStatus(context, product, rejected ?? '', 'rejected', 'Interviewed twice')
}

export const tile = (page: Page, label: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('.tile-value')
