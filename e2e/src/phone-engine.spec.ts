import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'

import { returnedForms } from '../../api/src/features/surveys/returned-form.ts'
import { everyFeature } from '../../api/src/features/surveys/xform/testing/every-feature.ts'
import { randomDefinition } from '../../api/src/features/surveys/xform/testing/random-definition.ts'
import { readXlsForm } from '../../api/src/features/surveys/xlsform/read-xlsform.ts'
import { toAttachments, toWorkbook } from '../../api/src/features/surveys/xlsform/testing/corpus-workbook.ts'
import { corpus } from '../../api/src/features/surveys/xlsform/testing/corpus/all.ts'
import { createChance } from '../../scripts/seed/chance.ts'
import { checkTree } from './phone-engine/check-tree.ts'
import { timeZone } from './phone-engine/compare-form.ts'
import type { PhoneEngine } from './phone-engine/engine.ts'
import { fillForm } from './phone-engine/in-page.ts'
import { fillAtRandom, runRandomCase } from './phone-engine/run-oracle.ts'
import { openWebEngine } from './phone-engine/web-engine.ts'

test.use({ timezoneId: timeZone })
let engine: PhoneEngine
test.beforeEach(async ({ page }) => {
  engine = await openWebEngine(page)
})

/** Questionnaires per test. `npm run oracle` compares more of them. */
const count = 20

test('random questionnaires: ODK shows, requires, calculates, filters and refuses the same', async () => {
  const differences = []
  for (let seed = 1; seed <= count; seed += 1) differences.push(...(await runRandomCase(engine, seed)))
  expect(differences).toEqual([])
})

test('random questionnaires: ODK reads the same tree from the XForm', async ({ page }) => {
  const differences = []
  for (let seed = 1; seed <= count; seed += 1)
    differences.push(...(await checkTree(page, randomDefinition(createChance(seed), true))))
  expect(differences).toEqual([])
})

test('a questionnaire with every type and column: ODK reads the same tree', async ({ page }) => {
  expect(await checkTree(page, everyFeature)).toEqual([])
})

test('the corpus: ODK reads the same tree from every workbook that loads', async ({ page }) => {
  test.setTimeout(180_000)
  const differences = []
  for (const entry of corpus.filter(({ outcome }) => outcome[0] === 'loaded')) {
    const options = { fileName: 'corpus.xlsx', attachments: toAttachments(entry) }
    const { definition } = await readXlsForm(await toWorkbook(entry), options)
    const found = await checkTree(page, definition)
    differences.push(...found.map((difference) => ({ workbook: entry.name, ...difference })))
  }
  expect(differences).toEqual([])
})

test('the demo questionnaire works on ODK', async ({ page }) => {
  const file = join(import.meta.dirname, '../../demo/household.xlsx')
  const { definition } = await readXlsForm(await readFile(file), { fileName: 'household.xlsx', phones: true })
  expect(await checkTree(page, definition)).toEqual([])
  for (let seed = 1; seed <= 3; seed += 1)
    expect(await fillAtRandom(engine, definition, createChance(seed))).toEqual([])
})

test.describe('the list of returned interviews', () => {
  const header = 'name,label,reason,queries,returned,sent\r\n'
  const row =
    'b,H-2 · Baseline,"Check ""the"" age,\nplease","Age: 7 or 70?\nMembers 2, Sex: Please ask again",2026-11-18 10:00 · Eva,2026-11-17 09:00\r\n'
  const read = (page: Page, csv: string, interview?: string) =>
    page.evaluate(fillForm, {
      xform: returnedForms.en.content,
      rows: {},
      answers: interview === undefined ? {} : { '/data/interview': interview },
      files: { 'jr://file-csv/returned.csv': csv },
    })

  test('shows the reason of the chosen interview', async ({ page }) => {
    const { nodes, activeLanguage } = await read(page, `${header}a,H-1,x,–,y,z\r\n${row}`, 'b')
    expect(activeLanguage).toBe('English')
    expect(nodes['/data/none']?.relevant).toBe(false)
    expect(nodes['/data/interview']?.choices).toEqual([
      { value: 'a', label: 'H-1' },
      { value: 'b', label: 'H-2 · Baseline' },
    ])
    expect(nodes['/data/details/reason']).toMatchObject({
      relevant: true,
      readOnly: true,
      label: 'Reason',
      value: 'Check "the" age,\nplease',
    })
    expect(nodes['/data/details/queries']).toMatchObject({
      label: 'Questions to check',
      value: 'Age: 7 or 70?\nMembers 2, Sex: Please ask again',
    })
    expect(nodes['/data/details/returned']?.value).toBe('2026-11-18 10:00 · Eva')
    expect(nodes['/data/details/steps']?.label).toContain('“Edit finalized form”')
  })

  test('shows no details before an interview is chosen', async ({ page }) => {
    const { nodes } = await read(page, header + row)
    expect([nodes['/data/interview']?.relevant, nodes['/data/details']?.relevant]).toEqual([true, false])
  })

  test('says that it is empty', async ({ page }) => {
    const { nodes } = await read(page, header)
    expect([nodes['/data/none']?.relevant, nodes['/data/interview']?.relevant]).toEqual([true, false])
  })
})

test('a rule that differs is found', async ({ page }) => {
  const survey = randomDefinition(createChance(1), true)
  const [first] = survey.items
  if (first?.kind !== 'question') throw new Error('the first item is a question')
  // The engine reads the XForm of the other questionnaire.
  const changed = { ...survey, items: [{ ...first, required: !first.required }, ...survey.items.slice(1)] }
  const differences = await checkTree(page, survey, changed)
  expect(differences.map(({ aspect }) => aspect)).toContain('required')
})
