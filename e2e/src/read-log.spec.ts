import { withDatabase } from './database.ts'
import { tableRows } from './locators.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createUser, fetchHeaders, signIn, signInAs } from './users.ts'

test('managers see which records and lists a supervisor has read, with the filter and the number', async ({
  page,
  context,
  product,
  browser,
}) => {
  const supervisor = await createUser(product, { role: 'supervisor' })
  const village = `Mueda ${createSuffix()}`
  const work = await browser.newContext({ baseURL: product.url })
  await signIn(work, product, supervisor)
  const { id, displayId } = await createResponse(work, product, { village })
  await createResponse(work, product, { village, minute: 1 })
  const workPage = await work.newPage()
  await workPage.goto(`/survey-responses/${id}/view`)
  await expect(workPage.getByRole('heading', { level: 1 })).toContainText(displayId)
  // The browser exports a list from this call.
  const whole = await work.request.get(`${product.url}/api/survey-responses`, {
    headers: await fetchHeaders(work, product),
    params: { 'filter[village][]': village },
  })
  expect(((await whole.json()) as { count: number }).count).toBe(2)
  await work.close()

  await signInAs(context, product, 'manager')
  await page.goto('/audit-logs')
  await page.getByRole('link', { name: 'Read log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Read log' })).toBeVisible()
  // Reads are stored every second.
  const countStored = async () => {
    const answer = await context.request.get(`${product.url}/api/read-log`, {
      headers: await fetchHeaders(context, product),
      params: { limit: 10, 'filter[user]': supervisor.email, 'filter[kind][]': 'wholeList' },
    })
    return ((await answer.json()) as { count: number }).count
  }
  await expect.poll(countStored).toBe(1)
  await page.goto(`/read-log?user=${supervisor.email}`)
  const entry = (kind: string) => tableRows(page).filter({ hasText: kind })
  await expect(entry('Whole list')).toContainText(`Village: ${village}`)
  await expect(entry('Whole list').getByRole('cell', { name: '2', exact: true })).toBeVisible()
  await expect(entry('Record opened').filter({ hasText: displayId })).toContainText(supervisor.email)
  await expectAccessible(page)

  await page.goto(`/read-log?user=${supervisor.email}&recordId=${id}`)
  await expect(tableRows(page)).toHaveCount(1)
  await tableRows(page).getByRole('button', { name: 'Expand row' }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open record' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(displayId)
})

test('an alert names the user, and leads to the reads of that day', async ({ page, context, product }) => {
  const supervisor = await createUser(product, {
    role: 'supervisor',
    firstName: 'Beatriz',
    lastName: 'Nhaca',
  })
  await withDatabase(product, async (client) => {
    await client.query(
      `insert into app.read_alerts (user_id, day, record_count)
       select id, (now() at time zone 'UTC')::date, 205003 from app.users where email = $1`,
      [supervisor.email],
    )
    await client.query(
      `insert into app.read_log (user_id, entity, kind, record_count)
       select id, 'surveyResponse', 'wholeList', 205003 from app.users where email = $1`,
      [supervisor.email],
    )
  })
  await signInAs(context, product, 'manager')
  await page.goto('/read-log')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Beatriz Nhaca read at least 205,003 records.')
  await expectAccessible(page)
  await alert.getByRole('link', { name: 'Show the reads: Beatriz Nhaca' }).last().click()
  await expect(page).toHaveURL(new RegExp(`user=${supervisor.email.replace('@', '(@|%40)')}`))
  await expect(tableRows(page)).toHaveCount(1)
  await expect(tableRows(page)).toContainText('205,003')
})

test('supervisors cannot open the read log', async ({ page, context, product }) => {
  await signInAs(context, product, 'supervisor')
  await page.goto('/read-log')
  await expect(page).toHaveURL('/403')
})
