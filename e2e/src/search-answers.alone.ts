import type { Page } from '@playwright/test'

import { listCount, mainHeading, tableRows } from './locators.ts'
import type { Product } from './product.ts'
import { buildQuestionnaire } from './questionnaires.ts'
import { createSuffix } from './random-suffix.ts'
import { expect, expectAccessible, setLanguage, test } from './test.ts'
import { fetchHeaders, signInAs } from './users.ts'

/** Creates an open survey with six responses, and returns its id. */
const createFieldwork = async (page: Page, product: Product, formId: string): Promise<string> => {
  const { request } = page.context()
  const headers = await fetchHeaders(page.context(), product)
  const file = await buildQuestionnaire({
    formId,
    title: formId,
    survey: [
      ['integer', 'trees', 'Number of trees', 'Número de árvores', null],
      ['select_one water', 'water', 'Source of water', 'Fonte de água', null],
      ['text', 'remark', 'Remark', 'Observação', null],
    ],
    choices: [
      ['water', 'river', 'River', 'Rio'],
      ['water', 'well', 'Well', 'Poço'],
    ],
  })
  const loaded = await request.post(`${product.url}/api/surveys`, {
    headers,
    multipart: { allowBreaking: '0', file },
  })
  expect(loaded.ok(), await loaded.text()).toBe(true)
  const { id } = (await loaded.json()) as { id: string }
  await request.post(`${product.url}/api/surveys/${id}/status`, { headers, data: { status: 'open' } })
  for (const [trees, water] of [
    [7, 'river'],
    [120, 'well'],
    [31, 'river'],
    [9, 'river'],
    [64, 'well'],
    [15, 'river'],
  ] as const) {
    const saved = await request.post(`${product.url}/api/survey-responses`, {
      headers,
      data: {
        data: {
          surveyId: id,
          displayId: `T-${String(trees)}`,
          investigatorName: 'Celso Tembe',
          supervisorName: 'Amélia Macuácua',
          startTime: '2026-11-12T09:00:00Z',
          endTime: '2026-11-12T09:40:00Z',
          values: { trees, water },
        },
      },
    })
    expect(saved.ok(), await saved.text()).toBe(true)
  }
  return id
}

const listedIds = (page: Page) => tableRows(page).getByRole('link').allTextContents()

test('a manager marks two questions, filters and sorts by them, and reviews in that order', async ({
  page,
  product,
}) => {
  test.slow()
  await signInAs(page.context(), product, 'manager')
  const id = await createFieldwork(page, product, `orchards_${createSuffix()}`)
  await page.goto(`/surveys/${id}/settings`)
  const questions = page.getByRole('combobox', { name: 'Searchable questions' })
  await questions.click()
  await page.getByTitle('Number of trees (trees)').click()
  await page.getByTitle('Source of water (water)').click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('settings-1440.png'), fullPage: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  await page.goto(`/survey-responses?surveyId=${encodeURIComponent(JSON.stringify([id]))}`)
  await expect(listCount(page)).toHaveText('6 responses')
  const heading = page.getByRole('columnheader', { name: 'Number of trees' })
  // The worker prepares the answers within a few seconds. The open list then shows them.
  await expect(heading).toBeVisible({ timeout: 30_000 })
  await expect(tableRows(page).filter({ hasText: 'T-120' })).toContainText('Well')

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Source of water' }).click()
  await page.getByRole('checkbox', { name: 'River' }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(listCount(page)).toHaveText('4 responses')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Number of trees' }).click()
  await page.getByLabel('From').fill('nine')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('alert')).toContainText('must be a number')
  await page.getByLabel('From').fill('9')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(listCount(page)).toHaveText('3 responses')
  await heading.click()
  await expect.poll(() => listedIds(page)).toEqual(['T-9', 'T-15', 'T-31'])
  await heading.click()
  await expect.poll(() => listedIds(page)).toEqual(['T-31', 'T-15', 'T-9'])
  await expect(page.getByText('by Number of trees, highest first')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('list-1440.png') })
  const address = page.url()

  await page.getByRole('link', { name: 'T-31' }).click()
  await expect(mainHeading(page)).toContainText('T-31')
  await page.getByRole('link', { name: 'Next response' }).click()
  await expect(mainHeading(page)).toContainText('T-15')
  await page.getByRole('link', { name: 'Next response' }).click()
  await expect(mainHeading(page)).toContainText('T-9')

  // The address has it all, also in the other language and on a phone.
  await setLanguage(page, 'pt-BR')
  await page.goto(address)
  await expect.poll(() => listedIds(page)).toEqual(['T-31', 'T-15', 'T-9'])
  await expect(page.getByRole('columnheader', { name: 'Fonte de água' })).toBeVisible()
  await page.setViewportSize({ width: 400, height: 800 })
  await page.getByRole('button', { name: /^Filtros/ }).click()
  const trees = page.getByRole('group', { name: 'Número de árvores' })
  await trees.scrollIntoViewIfNeeded()
  await expect(trees.getByLabel('De')).toHaveValue('9')
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('drawer-400.png') })
  await page.goto(`/surveys/${id}/settings`)
  await expect(page.getByText('Perguntas pesquisáveis')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('settings-400.png'), fullPage: true })
})
