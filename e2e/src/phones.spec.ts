import { randomInt } from 'node:crypto'

import type { BrowserContext, Page } from '@playwright/test'

import { Phone } from '../../scripts/collect/phone.ts'
import { countingTimeout, dateRangeQuery, tile } from './fieldwork.ts'
import { busyParts, definitionOf, listCount, mainHeading, tableRows } from './locators.ts'
import { toPhoneAnswers } from './phone-answers.ts'
import { scanQrCode } from './qr-codes.ts'
import { createSuffix } from './random-suffix.ts'
import { saveUserDetails } from './records.ts'
import { buildAnswers } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { signInAs } from './users.ts'

const photoSize = { width: 640, height: 480 }

/** Returns a JPEG file, as the camera of a phone does. */
const takePhoto = async (context: BrowserContext): Promise<Buffer> => {
  const page = await context.newPage()
  await page.setViewportSize(photoSize)
  await page.setContent('<body style="background: sienna">')
  const photo = await page.screenshot({ type: 'jpeg' })
  await page.close()
  return photo
}

/** Creates devices for the people whose name has this text. Returns the texts of their printed QR codes. */
const printCodes = async (page: Page, text: string): Promise<string[]> => {
  await page.goto('/devices')
  await page.getByRole('button', { name: 'Devices for many people' }).click()
  await page.getByRole('searchbox', { name: 'Name or manager' }).fill(text)
  await page.getByRole('button', { name: 'Choose all 2' }).click()
  await page.getByRole('button', { name: 'Create 2 devices' }).click()
  await expect(page.getByRole('img', { name: /^QR code: / })).toHaveCount(2)
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  const codes = []
  for (const sheet of await page.getByRole('region', { name: text }).all())
    codes.push(await scanQrCode(sheet))
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Print' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  const question = page.getByRole('dialog', { name: 'Close the QR codes?' })
  await question.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return codes
}

/** Opens the photo of the house, and returns the size of the picture. */
const openPhoto = async (page: Page) => {
  const photo = definitionOf(page, 'Photo of the house').getByRole('button', { name: /^Open the photo/ })
  await photo.click()
  const picture = page.getByRole('dialog').getByRole('img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const size = await picture.evaluate((image: HTMLImageElement) => ({
    width: image.naturalWidth,
    height: image.naturalHeight,
  }))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  return size
}

test('an interview goes from a phone to the review, back to the phone, and to the review again', async ({
  page: managerPage,
  context: managerContext,
  product,
  browser,
}) => {
  test.slow()
  const mark = createSuffix()
  const village = `Xinavane ${mark}`
  // A year in which no other test and no retry has interviews.
  const year = randomInt(1950, 2010)
  const month = `${String(year)}-06`
  await signInAs(managerContext, product, 'manager')
  for (const name of ['Ana', 'Rui'])
    await saveUserDetails(managerContext, product, { firstName: `${name} ${mark}` })
  const [code = ''] = await printCodes(managerPage, mark)

  const phone = new Phone(code, { offsetMinutes: 120 })
  expect(await phone.refreshForms()).toContainEqual({ formId: 'household_baseline', state: 'new' })
  const form = phone.getForm('household_baseline')
  const interview = (household: string, photos: Record<string, Buffer> = {}) => {
    const changes = {
      interview_date: `${month}-12`,
      planting_date: `${String(year - 1)}-11-03`,
      household_name: household,
      house_photo: Object.keys(photos)[0],
    }
    return phone.finalize(form, toPhoneAnswers(form.xml, buildAnswers(village, changes)), {
      files: Object.entries(photos).map(([name, bytes]) => ({ name, bytes })),
    })
  }
  const send = async () => {
    const results = await phone.sendAll()
    expect(results).toEqual([expect.objectContaining({ isSent: true })])
  }

  interview('Family Two')
  await send()
  await managerPage.goto(`/?${dateRangeQuery(month)}`)
  await expect(tile(managerPage, 'Responses')).toHaveText('Responses 1', countingTimeout)
  const first = interview('Family One', { '1789000000000.jpg': await takePhoto(managerContext) })
  const sentAt = Date.now()
  await send()
  await expect(tile(managerPage, 'Responses')).toHaveText('Responses 2', countingTimeout)
  expect(Date.now() - sentAt, 'on the dashboard within ten seconds').toBeLessThan(10_000)
  await expectAccessible(managerPage)

  const context = await browser.newContext({ baseURL: product.url })
  const supervisor = await signInAs(context, product, 'supervisor')
  const page = await context.newPage()
  const list = `/survey-responses?village=${encodeURIComponent(village)}`
  await page.goto(`${list}&view=map`)
  // A busy machine takes its time to draw a map without a graphics card.
  await expect(page.getByText('2 responses in view')).toBeVisible({ timeout: 45_000 })
  await expect(busyParts(page)).toHaveCount(0, { timeout: 45_000 })
  await expectAccessible(page)
  await page.goto(list)
  await expect(listCount(page)).toHaveText('2 responses')
  const row = tableRows(page).filter({ hasText: 'Family One' })
  await expect(row).toContainText('Submitted')
  await expect(row).toContainText(`Ana ${mark}`)
  await expectAccessible(page)

  await row.getByRole('link').click()
  const household = definitionOf(page, 'Name of the household')
  const rooms = definitionOf(page, 'Rooms used for sleeping')
  await expect(household).toHaveText('Family One')
  await expect(rooms).toHaveText('3')
  await expect(definitionOf(page, 'What does the household own?')).toHaveText('Mobile phone, Radio, Bicycle')
  await expect(page.getByRole('cell', { name: 'Ivone' })).toBeVisible()
  expect(await openPhoto(page)).toEqual(photoSize)
  await expectAccessible(page)
  const displayId = await mainHeading(page).textContent()

  await expect(page.getByText('1 of 2')).toBeVisible()
  await page.getByRole('link', { name: 'Next response' }).click()
  await expect(household).toHaveText('Family Two')
  await page.getByRole('link', { name: 'Previous response' }).click()
  await expect(household).toHaveText('Family One')
  await expect(mainHeading(page)).toHaveText(displayId ?? '')

  await page.getByRole('textbox', { name: 'Comment' }).fill('Count the rooms again')
  await page.getByRole('button', { name: 'Return' }).click()
  await expect(page.getByText('Returned. On to the next one.')).toBeVisible()
  await expect(household).toHaveText('Family Two')
  await page.getByRole('link', { name: 'Previous response' }).click()
  await expect(page.getByRole('note')).toContainText(`Returned by ${supervisor.email}`)
  await expect(page.getByRole('note')).toContainText('Count the rooms again')
  await expectAccessible(page)

  phone.edit(first, { '/data/housing/rooms': '4' })
  await send()
  await managerPage.goto(list)
  const resubmitted = tableRows(managerPage).filter({ hasText: 'Family One' })
  await expect(resubmitted).toContainText('Resubmitted')
  await resubmitted.getByRole('link').click()
  await expect(mainHeading(managerPage)).toHaveText(displayId ?? '')
  await expect(definitionOf(managerPage, 'Rooms used for sleeping')).toHaveText(/^4.*was 3$/)
  expect(await openPhoto(managerPage)).toEqual(photoSize)
  await managerPage.getByRole('tab', { name: /^History/ }).click()
  const entry = managerPage.getByRole('tabpanel').getByRole('listitem').first()
  await expect(entry).toContainText(`Ana ${mark}`)
  // The photo is the same, although the phone sends it again.
  await expect(entry.getByRole('deletion')).toHaveText(['Returned', '3'])
  await expect(entry.getByRole('insertion')).toHaveText(['Resubmitted', '4'])
  await expectAccessible(managerPage)

  await managerPage.goto(`/devices?search=${mark}`)
  await expect(tableRows(managerPage).filter({ hasText: `Ana ${mark}` })).toContainText(
    /One phone.*v2026\.3\.0/,
  )
  await expect(tableRows(managerPage).filter({ hasText: `Rui ${mark}` })).toContainText('No phone yet')
  phone.close()
  await context.close()
})
