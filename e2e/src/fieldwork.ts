import type { BrowserContext, Locator, Page } from '@playwright/test'

import { aPerson, signIn } from './people.ts'
import type { Product } from './product.ts'
import { giveStatus, putResponse } from './responses.ts'

/** New responses are added up by the worker. */
export const soon = { timeout: 20_000 }

/** Each test has a month of its own, as all of them share one survey. */
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

/** Five of four days: two submitted, one verified, one returned, one rejected. */
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
