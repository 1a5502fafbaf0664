import { holdCalls } from './hold-calls.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse } from './responses.ts'
import { expect, test } from './test.ts'
import { signInAs } from './users.ts'

test('refuses a decision while the response loads, and delays it until the next one is known', async ({
  page,
  context,
  product,
}) => {
  const village = `Marracuene ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  const second = await createResponse(context, product, { village, minute: 1 })
  const first = await createResponse(context, product, { village, minute: 2 })
  const decisionUrls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/status')) decisionUrls.push(request.url())
  })

  const releaseRecord = await holdCalls(page, new RegExp(`survey-responses/${first.id}$`))
  const releaseNeighbours = await holdCalls(page, new RegExp(`survey-responses/${first.id}/neighbours`))
  await page.goto(`/survey-responses/${first.id}/view?village=${village}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Survey response' })).toBeVisible()
  await page.keyboard.press('v')
  await expect(page.getByText('The response is still loading. Please try again')).toBeVisible()
  releaseRecord()

  const verify = page.getByRole('button', { name: 'Verify' })
  await expect(verify).toBeVisible()
  expect(decisionUrls).toEqual([])
  await page.keyboard.press('v')
  await expect(verify).toHaveClass(/ant-btn-loading/)
  await page.keyboard.press('v')
  expect(decisionUrls).toEqual([])
  releaseNeighbours()
  await expect(page.getByText('Verified. On to the next one.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.displayId)
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  expect(decisionUrls).toEqual([expect.stringContaining(first.id)])

  const comment = page.getByRole('textbox', { name: 'Comment' })
  await comment.fill('Half a')
  await page.keyboard.press('Escape')
  // The key works once the page knows the previous response.
  await expect(page.getByRole('link', { name: 'Previous response' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.displayId)
  await expect(comment).toHaveValue('')
  await page.goBack()
  await expect(comment).toHaveValue('Half a')
})

test('two quick presses go two responses, also back', async ({ page, context, product }) => {
  const village = `Namialo ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  const ids: string[] = []
  const displayIds: string[] = []
  for (let minute = 1; minute <= 4; minute += 1) {
    const { id, displayId } = await createResponse(context, product, { village, minute })
    ids.unshift(id)
    displayIds.unshift(displayId)
  }
  await page.goto(`/survey-responses/${ids[0] ?? ''}/view?village=${village}`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(displayIds[0] ?? '')
  await expect(page.getByRole('link', { name: 'Next response' })).toBeVisible()
  // Dispatched in one turn, so that the page has not changed before the second one.
  const pressTwice = (key: string) =>
    page.evaluate((letter) => {
      for (let press = 0; press < 2; press += 1)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: letter, bubbles: true }))
    }, key)
  await pressTwice('j')
  await expect(heading).toHaveText(displayIds[2] ?? '')
  await page.goBack()
  await expect(heading).toHaveText(displayIds[1] ?? '')
  await page.keyboard.press('j')
  await expect(heading).toHaveText(displayIds[2] ?? '')
  await pressTwice('k')
  await expect(heading).toHaveText(displayIds[0] ?? '')
  // There is no previous one: the next key works again.
  await pressTwice('k')
  await page.keyboard.press('j')
  await expect(heading).toHaveText(displayIds[1] ?? '')
})

test('keeps the response and the comment if a decision does not reach the server', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures('connection')
  await signInAs(context, product, 'supervisor')
  const { id, displayId } = await createResponse(context, product, { village: 'Namaacha' })
  await page.goto(`/survey-responses/${id}/view`)
  await page.getByRole('textbox', { name: 'Comment' }).fill('Ask about the goats')
  await page.route(/\/status$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Return' }).click()
  await expect(page.getByText(/The connection was lost before the server confirmed “Returned”/)).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Ask about the goats')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(displayId)
  await page.unroute(/\/status$/)
  await page.getByRole('button', { name: 'Return' }).click()
  await expect(page.getByText(/^Returned\./)).toBeVisible()
})
