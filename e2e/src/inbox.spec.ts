import { readFile } from 'node:fs/promises'

import { tableRows } from './locators.ts'
import { createPhoneResponse, createSampleIntake, sendConflict } from './phones.ts'
import { createSuffix } from './random-suffix.ts'
import { createDevice } from './records.ts'
import { expect, expectAccessible, setLanguage, test } from './test.ts'
import { signInAs } from './users.ts'

test('decides about two conflicts, and shows only the interview of the address', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  const mark = createSuffix()
  const label = `Phone ${mark}`
  const { token } = await createDevice(context, product, { label })
  const village = `Village ${mark}`
  const older = await sendConflict(context, product, { token, village, heads: ['Ana One', 'Ana Two'] })
  const newer = await sendConflict(context, product, { token, village, heads: ['Rui One', 'Rui Two'] })

  await page.goto('/')
  await page.getByRole('link', { name: 'Inbox' }).click()
  await expect(page).toHaveTitle('Inbox · Baseline Survey')
  await page.goto(`/intake?search=${mark}`)
  await expect(page.getByText('2 interviews')).toBeVisible()
  await expect(tableRows(page)).toHaveCount(2)
  await expect(tableRows(page).first()).toContainText('Conflict')
  await expectAccessible(page)

  // Newest first.
  await tableRows(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(newer.id))
  const differences = page.getByRole('main').getByRole('table')
  const head = differences.getByRole('row', { name: /Rui One Rui Two/ })
  await expect(head).toBeVisible()
  await expectAccessible(page)
  const expectOnly = async (shown: string, hidden: string) => {
    await expect(differences).toContainText(`${shown} Two`)
    await expect(page.getByRole('main')).not.toContainText(hidden)
  }
  await expectOnly('Rui', 'Ana')
  await page.getByRole('link', { name: 'Next interview' }).click()
  await expect(page).toHaveURL(new RegExp(older.id))
  await expectOnly('Ana', 'Rui')
  await page.goBack()
  await expectOnly('Rui', 'Ana')
  await page.getByRole('link', { name: 'Next interview' }).click()
  await expectOnly('Ana', 'Rui')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download XML' }).click()
  const xml = await readFile(await (await download).path(), 'utf8')
  expect(xml).toContain('<head_name>Ana Two</head_name>')

  // By keyboard alone.
  await page.getByLabel('Comment').fill('The enumerator called')
  await page.getByRole('button', { name: 'Replace the answers' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Replace the answers of this response?')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The answers were replaced')).toBeVisible()
  // The other interview follows.
  await expect(page).toHaveURL(new RegExp(newer.id))
  await expectOnly('Rui', 'Ana')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByText('The interview was discarded')).toBeVisible()
  await expect(page).toHaveURL(/\/intake\?search=/)
  await expect(page.getByText('0 interviews')).toBeVisible()

  await page.goto(`/survey-responses/${older.responseId}/view`)
  await expect(page.getByText('Ana Two').first()).toBeVisible()
  await expect(page.getByText('Resubmitted').first()).toBeVisible()
  await page.goto(`/survey-responses/${newer.responseId}/view`)
  await expect(page.getByText('Rui One').first()).toBeVisible()
})

test('shows edits that were held back and incomplete interviews, and applies an edit', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  await setLanguage(page, 'pt-BR')
  await createSampleIntake(context, product)
  await page.goto('/intake?state=["heldBack"]')
  await tableRows(page).first().getByRole('link').first().click()
  await expect(page.getByRole('row', { name: /52 25$/ })).toBeVisible()
  await expect(page.getByText('Aprovada', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Substituir as respostas' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Substituir as respostas' }).click()
  await expect(page.getByText('As respostas foram substituídas')).toBeVisible()
  await page.goto('/intake?state=["receiving"]')
  await tableRows(page).first().getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Descartar' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Salvar como nova resposta' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar como nova resposta' }).click()
  await expect(page.getByText('A entrevista foi salva como nova resposta')).toBeVisible()
})

test('shows the problems of an interview from a phone on its response', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'supervisor')
  const browser = context.browser()
  const work = await browser!.newContext({ baseURL: product.url })
  await signInAs(work, product, 'manager')
  const id = await createPhoneResponse(work, product)
  await work.close()
  await page.goto(`/survey-responses/${id}/view`)
  const banner = page.getByRole('note').filter({ hasText: 'Sent by the phone “Telefone de Rosa Cossa”' })
  await expect(banner).toContainText('answers from the phone did not fit the questionnaire:')
  await expect(banner).toContainText('1 value from the phone matched no question:')
  await expect(banner).toContainText('/data/nickname: Nana')
  await expectAccessible(page)
  await page.goto('/intake')
  await expect(page).toHaveURL(/\/403/)
})
