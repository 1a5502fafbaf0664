import type { Page } from '@playwright/test'

import { createPngFile } from './images.ts'
import { definitionOf, mainHeading } from './locators.ts'
import { buildQuestionnaire } from './questionnaires.ts'
import { createSuffix } from './random-suffix.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createUser, signIn } from './users.ts'
import { readDownload } from './workbooks.ts'
import type { TestFile } from './workbooks.ts'

// These tests open a survey. Other tests expect that only the survey of the demo is open.

const water = [
  ['source', 'well', 'Well', 'Poço'],
  ['source', 'river', 'River', 'Rio'],
  ['source', 'tap', 'Tap', 'Torneira'],
]

const questions = [
  ['begin group', 'house', 'House', 'Casa'],
  ['text', 'head', 'Name of the head', 'Nome do chefe'],
  ['integer', 'members', 'How many members?', 'Quantos membros?'],
  ['date', 'visited', 'Date of the visit', 'Data da visita'],
  ['select_one source', 'water', 'Source of water', 'Fonte de água'],
  ['text', 'well_depth', 'Depth of the well', 'Profundidade do poço', "${water} = 'well'"],
  ['select_multiple source', 'other_water', 'Other sources', 'Outras fontes'],
  ['image', 'photo', 'Photo of the house', 'Foto da casa'],
  ['end group'],
  ['begin repeat', 'people', 'Person', 'Pessoa'],
  ['text', 'person_name', 'Name of the person', 'Nome da pessoa'],
  ['end repeat'],
]

const chooseFiles = (page: Page, ...files: TestFile[]): Promise<void> =>
  page.getByLabel(/^Choose /).setInputFiles(files)

test('a manager corrects, previews, opens and changes a questionnaire that others answer', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const suffix = createSuffix()
  const survey = { formId: `water_${suffix}`, title: `Water ${suffix}` }
  const manager = await createUser(product, { role: 'manager' })
  await signIn(context, product, manager)
  await page.goto('/')
  await page.getByRole('link', { name: 'Surveys' }).click()
  await expect(mainHeading(page)).toHaveText('Surveys')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Upload questionnaire' }).click()

  await test.step('shows each problem with its cell', async () => {
    const broken = questions.map((row) =>
      row[1] === 'water' ? ['select_one sources', ...row.slice(1)] : row,
    )
    await chooseFiles(page, await buildQuestionnaire({ ...survey, survey: broken, choices: water }))
    const problems = page.getByRole('table', { name: '1 problem' })
    await expect(problems.getByRole('row').nth(1)).toContainText('survey')
    await expect(problems.getByRole('row').nth(1)).toContainText('A6')
    await expect(problems.getByRole('row').nth(1)).toContainText('sources')
    await expectAccessible(page)
  })

  await test.step('previews the corrected workbook in two languages', async () => {
    await chooseFiles(page, await buildQuestionnaire({ ...survey, survey: questions, choices: water }))
    await expect(page.getByRole('heading', { name: `New survey: ${survey.title}` })).toBeVisible()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByLabel('Name of the head').fill('Ana')
    await expect(page.getByLabel('Depth of the well')).toBeHidden()
    await page.getByRole('radio', { name: 'Well' }).check()
    await expect(page.getByLabel('Depth of the well')).toBeVisible()
    await page.getByRole('combobox', { name: 'Language of the form' }).click()
    await page.getByTitle('Portuguese').click()
    await expect(page.getByLabel('Nome do chefe')).toHaveValue('Ana')
    await expect(page.getByRole('radio', { name: 'Poço' })).toBeChecked()
    await expect(page.getByLabel('Profundidade do poço')).toBeVisible()
    await page.getByRole('button', { name: 'Check answers' }).click()
    await expect(page.getByText('All answers are valid')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('creates the survey as a draft, opens it and changes its settings', async () => {
    await page.getByRole('button', { name: 'Create survey' }).click()
    await expect(mainHeading(page)).toHaveText(survey.title)
    await expect(page.getByRole('main')).toContainText('Draft')
    await expect(definitionOf(page, 'Questions')).toHaveText('8')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByText('The survey is open')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByLabel('First day').fill('2026-11-01')
    await page.getByLabel('Last day').fill('2026-10-31')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('A survey cannot close before it opens')).toBeVisible()
    await page.getByLabel('Last day').fill('2026-12-31')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
    await expect(definitionOf(page, 'Last day')).toHaveText('2026-12-31')
    await expectAccessible(page)
  })

  await test.step('a supervisor enters two responses', async () => {
    await signIn(context, product, await createUser(product, { role: 'supervisor' }))
    for (const [head, source] of [
      ['Rosa', 'Well'],
      ['João', 'River'],
    ] as const) {
      await page.goto('/survey-responses/new')
      await page.getByRole('combobox', { name: 'Survey', exact: true }).click()
      await page.getByTitle(survey.title).click()
      await page.getByLabel('Enumerator', { exact: true }).fill('Celso Tembe')
      await page.getByLabel('Start', { exact: true }).fill('2026-11-14 09:30')
      await page.getByLabel('Name of the head').fill(head)
      await page.getByLabel('How many members?').fill('3')
      await page.getByRole('radio', { name: source }).check()
      await page.getByRole('button', { name: 'Add to Person' }).click()
      await page.getByLabel('Name of the person').fill(`${head} Sitoe`)
      await page.getByLabel('Photo of the house').setInputFiles(createPngFile('house.png'))
      await expect(page.getByRole('img', { name: 'house.png' })).toBeVisible()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('Survey response saved successfully')).toBeVisible()
    }
  })

  await test.step('a breaking version asks for a confirmation with the number of responses', async () => {
    await signIn(context, product, manager)
    await page.goto('/surveys/new')
    const changed = questions.flatMap((row) => {
      if (row[1] === 'head') return []
      return row[1] === 'members' ? [['text', ...row.slice(1)]] : [row]
    })
    await chooseFiles(
      page,
      await buildQuestionnaire({ ...survey, survey: changed, choices: water.slice(0, 2) }),
    )
    await expect(page.getByRole('heading', { name: `Version 2 of ${survey.title}` })).toBeVisible()
    const changes = page.getByRole('table', { name: 'Changes' })
    await expect(changes.getByRole('row', { name: /Name of the head/ })).toContainText('2 responses')
    await expect(changes.getByRole('row', { name: /How many members/ })).toContainText('whole number → text')
    await expect(changes.getByRole('row', { name: /Source of water/ })).toContainText('Choices removed: tap')
    await expectAccessible(page)
    const load = page.getByRole('button', { name: 'Load version 2' })
    await expect(load).toBeDisabled()
    await page.getByRole('checkbox', { name: /Load it anyway/ }).check()
    await load.click()
    await expect(page.getByText('Version 2 loaded')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Version 2')
    await expect(definitionOf(page, 'Questions')).toHaveText('7')
  })

  await test.step('the workbook of a version can be downloaded', async () => {
    const started = page.waitForEvent('download')
    await page
      .getByRole('button', { name: `${survey.formId}.xlsx` })
      .last()
      .click()
    const sheets = await readDownload(await started)
    expect(sheets[0]?.rows[2]).toEqual(['text', 'head', 'Name of the head', 'Nome do chefe', null])
  })

  await test.step('old responses are shown with their own version', async () => {
    await definitionOf(page, 'Responses').getByRole('link').click()
    await expect(page.getByText('2 responses')).toBeVisible()
    await page.getByRole('main').getByRole('row').nth(1).getByRole('link').click()
    await expect(definitionOf(page, 'Name of the head')).toHaveText('João')
    await page.keyboard.press('j')
    await expect(definitionOf(page, 'Name of the head')).toHaveText('Rosa')
  })

  await page.goto('/surveys')
  await page.getByRole('link', { name: survey.title }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('The survey is closed')).toBeVisible()
})

test('a supervisor sees surveys and their preview, but cannot change them', async ({
  page,
  context,
  product,
}) => {
  await signIn(context, product, await createUser(product, { role: 'supervisor' }))
  await page.goto('/surveys')
  await expect(page.getByRole('link', { name: 'Upload questionnaire' })).toBeHidden()
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'Preview' }).first().click()
  await expect(mainHeading(page)).toHaveText('Preview')
  await page.goto('/surveys/new')
  await expect(page).toHaveURL('/403')
})
