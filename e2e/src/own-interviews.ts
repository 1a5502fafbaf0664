import type { BrowserContext } from '@playwright/test'

import { withDatabase } from './database.ts'
import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { saveUserDetails } from './records.ts'
import { createResponse, setStatus } from './responses.ts'
import { createUser, fetchHeaders, signInAs } from './users.ts'

/** Opens a browser of a manager, who creates the records of enumerators. */
export const openManager = async (context: BrowserContext, product: Product): Promise<BrowserContext> => {
  const browser = context.browser()
  if (!browser) throw new Error('the context has no browser')
  const manager = await browser.newContext({ baseURL: product.url })
  await signInAs(manager, product, 'manager')
  return manager
}

/** Links a user to a person, as a manager does in the form of the user. */
const linkUser = (product: Product, email: string, userDetailsId: string): Promise<void> =>
  withDatabase(product, async (client) => {
    await client.query('update app.users set user_details_id = $2 where email = $1', [email, userDetailsId])
  })

/** Creates a person with a name that no other person has, and links the user. Returns the name. */
const linkToPerson = async (manager: BrowserContext, product: Product, email: string): Promise<string> => {
  const firstName = `Ana ${createSuffix()}`
  const { id } = await saveUserDetails(manager, product, { firstName })
  await linkUser(product, email, id)
  return firstName
}

/** Creates an enumerator who is linked to a person. */
export const createEnumerator = async (manager: BrowserContext, product: Product) => {
  const { email } = await createUser(product, { role: 'enumerator' })
  return { email, name: await linkToPerson(manager, product, email) }
}

interface OwnInterview {
  village: string
  daysAgo?: number
  status?: string
  comment?: string
}

/** Creates an interview of an enumerator. Its household is the same in all interviews. */
export const createInterview = async (
  manager: BrowserContext,
  product: Product,
  name: string,
  { village, daysAgo = 0, status, comment }: OwnInterview,
): Promise<{ displayId: string }> => {
  const start = new Date(Date.now() - daysAgo * 86_400_000)
  const response = await createResponse(manager, product, {
    village,
    answers: { interview_date: start.toISOString().slice(0, 10) },
    fields: {
      investigatorName: name,
      startTime: start.toISOString(),
      endTime: new Date(start.getTime() + 2_400_000).toISOString(),
    },
  })
  if (status !== undefined) await setStatus(manager, product, response.id, status, comment)
  return response
}

const fetchEmail = async (context: BrowserContext, product: Product): Promise<string> => {
  const answer = await context.request.get(`${product.url}/api/auth/me`, {
    headers: await fetchHeaders(context, product),
  })
  return ((await answer.json()) as { email: string }).email
}

/** Links the signed-in enumerator to a person without interviews. Returns the name of the person. */
export const linkSignedInUser = async (context: BrowserContext, product: Product): Promise<string> => {
  const manager = await openManager(context, product)
  const name = await linkToPerson(manager, product, await fetchEmail(context, product))
  await manager.close()
  return name
}

/** Links the signed-in enumerator to a person with interviews of the last days. */
export const createSampleInterviews = async (context: BrowserContext, product: Product): Promise<string> => {
  const name = await linkSignedInUser(context, product)
  const manager = await openManager(context, product)
  const villages = ['Xinavane', 'Calanga', 'Ilha Josina', 'Maluana', '3 de Fevereiro', 'Munguine']
  for (const [index, village] of villages.entries())
    await createInterview(manager, product, name, { village, daysAgo: 2 * index })
  await createInterview(manager, product, name, { village: 'Manhiça', daysAgo: 1, status: 'approved' })
  await createInterview(manager, product, name, { village: 'Palmeira', daysAgo: 4, status: 'verified' })
  await createInterview(manager, product, name, {
    village: 'Taninga',
    daysAgo: 4,
    status: 'returned',
    comment:
      'The number of rooms does not match the photo.\nPlease ask again how many rooms are used for sleeping.',
  })
  await manager.close()
  return name
}
