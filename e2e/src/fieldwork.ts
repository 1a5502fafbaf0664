import type { BrowserContext, Locator, Page } from '@playwright/test'

import type { Product } from './product.ts'
import { createResponse, setStatus } from './responses.ts'
import { test } from './test.ts'

/** Allows time for the worker process of the product to count new responses. */
export const countingTimeout = { timeout: 20_000 }

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
export const monthOf = (purpose: keyof typeof months): string =>
  `${String(2019 + test.info().retry)}-${months[purpose]}`

export const dateRangeQuery = (month: string) =>
  `surveyDateRange=${encodeURIComponent(JSON.stringify([`${month}-01`, `${month}-28`]))}`

export const createResponseOn = (
  context: BrowserContext,
  product: Product,
  day: string,
  { district = 'manhica', ...fields }: Record<string, unknown> = {},
) =>
  createResponse(context, product, {
    village: 'Maluana',
    answers: { interview_date: day, district, planting_date: '2018-11-03' },
    fields,
  })

/** Creates five responses on four days: two submitted, one verified, one returned, one rejected. */
export const createFiveResponses = async (
  context: BrowserContext,
  product: Product,
  month: string,
  fields: object = {},
) => {
  await createResponseOn(context, product, `${month}-02`, { investigatorName: 'Ana', ...fields })
  await createResponseOn(context, product, `${month}-02`, {
    investigatorName: 'Ana Maria',
    district: 'boane',
  })
  const reviewed = []
  for (const [index, day] of ['03', '05', '09'].entries())
    reviewed.push(
      await createResponseOn(context, product, `${month}-${day}`, {
        investigatorName: `Rui ${String(index)}`,
      }),
    )
  const [verified, returned, rejected] = reviewed.map(({ id }) => id)
  await setStatus(context, product, verified ?? '', 'verified')
  await setStatus(context, product, returned ?? '', 'returned', 'The age is missing')
  await setStatus(context, product, rejected ?? '', 'rejected', 'Interviewed twice')
}

/** The label and the value of a key figure, such as `Responses 5`. */
export const tile = (page: Page, label: string): Locator =>
  page.getByRole('region', { name: 'Fieldwork progress' }).getByText(new RegExp(`^${label} `))
