import { createHash } from 'node:crypto'

import type { Page } from '@playwright/test'

import { readSettings, serverUrlOf } from '../../scripts/collect/settings.ts'
import type { PhoneSettings } from '../../scripts/collect/settings.ts'
import { withDatabase } from './database.ts'
import { tableRows } from './locators.ts'
import type { Product } from './product.ts'
import { scanQrCode } from './qr-codes.ts'
import { createSuffix } from './random-suffix.ts'
import { createDevice, recordPhones, saveUserDetails } from './records.ts'
import { expect, expectAccessible, setLanguage, test } from './test.ts'
import { createUser, signIn, signInAs } from './users.ts'

/** Finds the device whose token is in the settings of a QR code. */
const findLabel = (product: Product, settings: PhoneSettings) =>
  withDatabase(product, async (client) => {
    const token = serverUrlOf(settings).split('/').at(-1) ?? ''
    const hash = createHash('sha256').update(token).digest()
    const { rows } = await client.query<{ label: string }>(
      'select label from app.field_devices where token_hash = $1',
      [hash],
    )
    return rows[0]?.label
  })

const codes = (page: Page) => page.getByRole('img', { name: /^(QR code|Código QR): / })

/** Closes the dialog with the codes after they were printed. It asks whether all pages were printed. */
const closeCodes = async (page: Page) => {
  await page.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('dialog', { name: 'Close the QR codes?' })
    .getByRole('button', { name: 'Close', exact: true })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('creates devices for three people, prints a page for each, and revokes one', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  const mark = createSuffix()
  const names = ['Ana', 'Rui', 'Zoe'].map((name) => `${name} ${mark}`)
  for (const firstName of names) await saveUserDetails(context, product, { firstName })
  await page.goto('/')
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page).toHaveTitle('Devices · Baseline Survey')
  await page.getByRole('button', { name: 'Devices for many people' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: 'Name or manager' }).fill(mark)
  await dialog.getByRole('button', { name: 'Choose all 3' }).click()
  await expect(dialog.getByText('3 chosen · 3 found')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create 3 devices' }).click()
  await expect(codes(page)).toHaveCount(3)
  await expectAccessible(page)

  // Leaving the page would lose the codes.
  await page.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('dialog', { name: 'Close without printing?' })
    .getByRole('button', { name: 'Cancel' })
    .click()

  await page.emulateMedia({ media: 'print' })
  for (const [index, name] of names.entries()) {
    const settings = readSettings(await scanQrCode(codes(page).nth(index)))
    const { general, admin, project } = settings
    expect(general).toEqual({
      server_url: expect.stringMatching(`^${product.url}/api/field/[\\w-]{43}$`),
      form_update_mode: 'match_exactly',
      autosend: 'wifi_and_cellular',
      delete_send: false,
    })
    expect(admin).toEqual({ change_server: false })
    expect(project).toEqual({
      name: 'Baseline Survey',
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    })
    expect(await findLabel(product, settings)).toBe(name)
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(3)
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'Print' }).click()
  await closeCodes(page)

  await page.goto(`/devices?search=${mark}`)
  await expect(page.getByText('3 devices')).toBeVisible()
  await page.getByRole('checkbox', { name: `Select Rui ${mark}` }).check()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('dialog')).toContainText(`Rui ${mark}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Revoke device' }).click()
  await expect(page.getByText('Device revoked')).toBeVisible()
  await expect(tableRows(page).filter({ hasText: `Rui ${mark}` })).toContainText('Revoked')
  await expect(tableRows(page).filter({ hasText: `Ana ${mark}` })).toContainText('Active')
})

test('creates a device for one person, with instructions in the other language', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  await setLanguage(page, 'pt-BR')
  const name = `Benedita ${createSuffix()}`
  await saveUserDetails(context, product, { firstName: name })
  await page.goto('/')
  await page.getByRole('link', { name: 'Dispositivos' }).click()
  await page.getByRole('button', { name: 'Novo dispositivo' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Pessoa').click()
  await page.keyboard.type(name)
  await page.getByRole('option', { name }).waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Nome')).toHaveValue(name)
  await dialog.getByRole('button', { name: 'Criar dispositivo' }).click()
  await expect(codes(page)).toHaveCount(1)
  await expect(page.getByText('Toque em “Finalizar”')).toBeVisible()
  await page.getByLabel('Idioma das instruções').click()
  await page.getByTitle('English').click()
  await expect(page.getByText('Tap “Finalize”')).toBeVisible()
  await expectAccessible(page)
  const settings = readSettings(await scanQrCode(codes(page)))
  expect(await findLabel(product, settings)).toBe(name)
  // The codes are shown once, so the page asks before it is left.
  await page.goBack()
  await page.getByRole('button', { name: 'Manter os códigos abertos' }).click()
  await expect(codes(page)).toHaveCount(1)
})

test('a supervisor sees, and creates devices for, only their own team', async ({
  page,
  context,
  product,
  browser,
}) => {
  const mark = createSuffix()
  const work = await browser.newContext({ baseURL: product.url })
  await signInAs(work, product, 'manager')
  const lead = await saveUserDetails(work, product, { firstName: `Lead ${mark}` })
  const member = await saveUserDetails(work, product, { firstName: `Member ${mark}`, managerId: lead.id })
  const other = await saveUserDetails(work, product, { firstName: `Other ${mark}` })
  await createDevice(work, product, { label: `Phone-member ${mark}`, userDetailsId: member.id })
  await createDevice(work, product, { label: `Phone-other ${mark}`, userDetailsId: other.id })
  await work.close()
  const supervisor = await createUser(product, { role: 'supervisor' })
  await withDatabase(product, (client) =>
    client.query('update app.users set user_details_id = $1 where email = $2', [lead.id, supervisor.email]),
  )
  await signIn(context, product, supervisor)
  await page.goto('/devices')
  await expect(tableRows(page)).toHaveCount(1)
  await expect(tableRows(page)).toContainText(`Phone-member ${mark}`)
  await page.getByRole('button', { name: 'Devices for many people' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Only people without a device' }).uncheck()
  await expect(dialog.getByText('0 chosen · 2 found')).toBeVisible()
  await expect(dialog.getByRole('row', { name: `Other ${mark}` })).toBeHidden()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'New device' }).click()
  await dialog.getByLabel('Label').fill('Without a person')
  await dialog.getByRole('button', { name: 'Create device' }).click()
  await expect(dialog.getByText('Person is required')).toBeVisible()
})

test('warns of a code that two phones have used', async ({ page, context, product }) => {
  await signInAs(context, product, 'manager')
  const label = `Copied ${createSuffix()}`
  const { id } = await createDevice(context, product, { label })
  await recordPhones(product, id, ['collect:one', 'collect:two'])
  await page.goto('/devices')
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^Show( them)?$/ })
    .click()
  await expect(tableRows(page).filter({ hasText: label })).toContainText('2 phones')
  await expectAccessible(page)
})

test('continues after a call that failed, without a second device', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(500)
  await signInAs(context, product, 'manager')
  const mark = createSuffix()
  for (const name of ['Ana', 'Rui', 'Zoe', 'Eva', 'Ivo', 'Lia'])
    await saveUserDetails(context, product, { firstName: `${name} ${mark}` })
  // The server creates the device of the third call, and its response is lost.
  let calls = 0
  await page.route('**/api/devices', async (route) => {
    calls += route.request().method() === 'POST' ? 1 : 0
    if (calls !== 3) return route.continue()
    await route.fetch()
    return route.fulfill({ status: 500, json: { code: 'errors.defaultErrorMessage' } })
  })
  await page.goto('/devices')
  await page.getByRole('button', { name: 'Devices for many people' }).click()
  await page.getByRole('searchbox', { name: 'Name or manager' }).fill(mark)
  await page.getByRole('button', { name: 'Choose all 6' }).click()
  await page.getByRole('button', { name: 'Create 6 devices' }).click()
  await expect(page.getByText(/^\d of 6 devices were created$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show the QR codes' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(codes(page)).toHaveCount(6)
  await page.getByRole('button', { name: 'Print' }).click()
  await closeCodes(page)
  await page.goto(`/devices?search=${mark}`)
  await expect(page.getByText('6 devices', { exact: true })).toBeVisible()
})
