import type { BrowserContext } from '@playwright/test'

import type { CellValue, SheetRows } from '../../tabular/src/read-workbook.ts'
import { withDatabase } from './database.ts'
import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { changeAnswers, createResponse, fetchDemoSurveyId, setStatus } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { fetchHeaders, signInAs } from './users.ts'
import { buildFile, chooseFile, readSheets } from './workbooks.ts'
import type { TestFile } from './workbooks.ts'

interface LookedUpRecord {
  id: string
  displayId: string
  version: number
  updatedAt: string
  values: { rooms: number; roof: string; members: { member_age: number }[] }
}

/** Inserts copies of a response with different ids, Survey Ids and numbers of rooms. */
const insertCopies = (product: Product, id: string, mark: string, count: number): Promise<void> =>
  withDatabase(product, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = 'survey_responses' and is_generated = 'NEVER'`,
    )
    const overrides: { [name: string]: string } = {
      id: 'made.id',
      display_id: 'made.display_id',
      values: `jsonb_set(base."values", '{rooms}', to_jsonb(1 + made.n % 8))`,
    }
    const names = rows.map(({ name }) => `"${name}"`).join(', ')
    const cells = rows.map(({ name }) => overrides[name] ?? `base."${name}"`).join(', ')
    await client.query(
      `with made as materialized (
         select n, uuidv7() as id, $2 || '-' || lpad(n::text, 5, '0') as display_id from generate_series(1, $3::int) n
       ), claimed as (
         insert into display_ids (survey_id, display_id, response_id)
         select base.survey_id, made.display_id, made.id from survey_responses base, made where base.id = $1
       )
       insert into survey_responses (${names}) select ${cells} from survey_responses base, made where base.id = $1`,
      [id, mark, count],
    )
  })

/** Returns the records with these Survey Ids. Looks up 1,000 per call. */
const fetchRecords = async (
  context: BrowserContext,
  product: Product,
  ids: readonly string[],
): Promise<Map<string, LookedUpRecord>> => {
  const headers = await fetchHeaders(context, product)
  const surveyId = await fetchDemoSurveyId(context, product)
  const recordsById = new Map<string, LookedUpRecord>()
  for (let from = 0; from < ids.length; from += 1000) {
    const query = new URLSearchParams()
    for (const id of ids.slice(from, from + 1000)) query.append('displayIds[]', id)
    const url = `${product.url}/api/survey-responses/lookup/${surveyId}?${query.toString()}`
    const answer = await context.request.get(url, { headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    for (const record of (await answer.json()) as LookedUpRecord[]) recordsById.set(record.displayId, record)
  }
  return recordsById
}

/** Exports all answers of a village. Returns the sheets of the workbook. */
const exportVillage = async (
  context: BrowserContext,
  product: Product,
  village: string,
  options: object = {},
): Promise<SheetRows[]> => {
  const headers = await fetchHeaders(context, product)
  const url = `${product.url}/api/survey-exports`
  const filter = { surveyId: [await fetchDemoSurveyId(context, product)], village: [village] }
  const created = await context.request.post(url, {
    headers,
    data: { data: { filter, status: 'START', ...options } },
  })
  const { id } = (await created.json()) as { id: string }
  let job: { status: string; url: string | null } = { status: 'START', url: null }
  await expect
    .poll(
      async () => {
        job = (await (await context.request.get(`${url}/${id}`, { headers })).json()) as typeof job
        return job.status
      },
      { timeout: 90_000 },
    )
    .toBe('SUCCESS')
  const file = await context.request.get(job.url ?? '')
  return readSheets(new Uint8Array(await file.body()))
}

/** Changes cells in the sheets of an export. The key of a question selects the column. */
class Corrections {
  readonly #sheets: SheetRows[]

  constructor(sheets: SheetRows[]) {
    this.#sheets = sheets.map(({ name, rows }) => ({ name, rows: rows.map((row) => [...row]) }))
  }

  #rows(sheet: string): CellValue[][] {
    return this.#sheets.find(({ name }) => name === sheet)?.rows ?? []
  }

  /** Finds the column of a question. The codebook has its heading. */
  #column(sheet: string, key: string): number {
    const line = this.#rows('codebook').find((row) => row[0] === sheet && row[3] === key)
    return this.#rows(sheet)[0]?.indexOf(line?.[1] ?? null) ?? -1
  }

  /** Returns the label of another choice of the question. */
  otherLabel(key: string, label: CellValue): CellValue {
    const labels = this.#rows('codebook')
      .filter((row) => row[3] === key && row[7] !== null)
      .map((row) => row[5] ?? null)
    return labels.find((other) => other !== label) ?? null
  }

  change(
    sheet: string,
    key: string,
    isRow: (row: CellValue[]) => boolean,
    change: (cell: CellValue) => CellValue,
  ) {
    const column = this.#column(sheet, key)
    const row = this.#rows(sheet).slice(1).find(isRow)
    expect(column, key).toBeGreaterThanOrEqual(0)
    if (!row) throw new Error(`no matching row in the sheet ${sheet}`)
    row[column] = change(row[column] ?? null)
  }

  buildFile(name: string): Promise<TestFile> {
    return buildFile(name, this.#sheets)
  }
}

const count = Number(process.env['UPDATE_ROWS'] ?? 5_000)
const formatNumber = (value: number) => value.toLocaleString('en')

test('imports an export with 200 corrected cells, and changes nothing else', async ({
  page,
  context,
  product,
}) => {
  test.setTimeout(300_000)
  await signInAs(context, product, 'supervisor')
  const mark = `Upd${createSuffix()}`
  const base = await createResponse(context, product, { village: mark })
  await insertCopies(product, base.id, mark, count - 1)
  const idOf = (n: number) => `${mark}-${String(n).padStart(5, '0')}`
  const ids = [base.displayId, ...Array.from({ length: count - 1 }, (_, index) => idOf(index + 1))]
  const lookUpStart = Date.now()
  const before = await fetchRecords(context, product, ids)
  const lookUpSeconds = (Date.now() - lookUpStart) / 1000
  expect(before.size).toBe(count)

  const sheets = await exportVillage(context, product, mark)
  expect(sheets[0]?.rows).toHaveLength(count + 1)
  const corrected = new Corrections(sheets)
  const isRowOf = (n: number) => (row: CellValue[]) => row[0] === idOf(n)
  for (let n = 1; n <= 100; n += 1)
    corrected.change('data', 'rooms', isRowOf(n), (rooms) => Number(rooms) + 1)
  for (let n = 101; n <= 160; n += 1)
    corrected.change('data', 'roof', isRowOf(n), (roof) => corrected.otherLabel('roof', roof))
  for (let n = 161; n <= 200; n += 1)
    corrected.change(
      'members',
      'member_age',
      (row) => isRowOf(n)(row) && row[1] === 2,
      (age) => Number(age) + 1,
    )
  const file = await corrected.buildFile('corrected.xlsx')

  await page.goto('/survey-responses/import')
  await page.getByRole('radio', { name: 'Update responses' }).check()
  await expect(page.getByLabel('Choose a file')).toBeEnabled()
  const startedAt = Date.now()
  await chooseFile(page, file)
  const unchanged = formatNumber(count - 200)
  await expect(
    page.getByText(`200 responses will change (200 changes) · ${unchanged} unchanged`),
  ).toBeVisible({
    timeout: 60_000,
  })
  const previewSeconds = (Date.now() - startedAt) / 1000
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Apply changes to 200 responses' }).click()
  await expect(page.getByText('Changes saved successfully')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(`200 responses changed · ${unchanged} unchanged`)).toBeVisible()
  console.log(
    `${formatNumber(count)} rows: differences after ${previewSeconds.toFixed(1)} s; look-ups alone ${lookUpSeconds.toFixed(1)} s`,
  )

  const after = await fetchRecords(context, product, ids)
  const changed: string[] = []
  for (const id of ids) {
    const [old, now] = [before.get(id), after.get(id)]
    if (!old || !now) throw new Error(`response ${id} is missing`)
    if (old.version === now.version) {
      expect(now).toEqual(old)
      continue
    }
    changed.push(id)
    const n = ids.indexOf(id)
    const values = structuredClone(old.values)
    if (n <= 100) values.rooms += 1
    else if (n <= 160) values.roof = now.values.roof
    else if (values.members[1]) values.members[1].member_age += 1
    expect(now).toEqual({ ...old, values, version: old.version + 1, updatedAt: now.updatedAt })
  }
  expect(changed).toEqual(Array.from({ length: 200 }, (_, index) => idOf(index + 1)))
  expect(after.get(idOf(101))?.values.roof).not.toBe(before.get(idOf(101))?.values.roof)

  await page.getByRole('button', { name: 'Choose another file' }).click()
  await chooseFile(page, file)
  await expect(
    page.getByText(`0 responses will change (0 changes) · ${formatNumber(count)} unchanged`),
  ).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('button', { name: /^Apply changes/ })).toBeHidden()
})

test('refuses to update edited and approved responses, and resets a verified one to submitted', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(409, 'connection')
  await signInAs(context, product, 'manager')
  const mark = `Upd${createSuffix()}`
  const responses = []
  for (const minute of [1, 2, 3, 4])
    responses.push(await createResponse(context, product, { village: mark, minute }))
  const [edited, late, approved, verified] = responses
  if (!edited || !late || !approved || !verified) throw new Error('fewer than four responses')
  await setStatus(context, product, approved.id, 'approved')
  await setStatus(context, product, verified.id, 'verified')
  const corrected = new Corrections(
    await exportVillage(context, product, mark, { columnNames: 'variables', answers: 'codes' }),
  )
  for (const { displayId } of responses)
    corrected.change(
      'data',
      'rooms',
      (row) => row[0] === displayId,
      () => 7,
    )
  await changeAnswers(context, product, edited.id, { rooms: 5 })

  await page.goto('/survey-responses/import')
  await page.getByRole('radio', { name: 'Update responses' }).check()
  await expect(page.getByLabel('Choose a file')).toBeEnabled()
  await chooseFile(page, await corrected.buildFile('corrected.xlsx'))
  await expect(
    page.getByText('2 responses will change (2 changes) · 2 cannot be applied · 0 unchanged'),
  ).toBeVisible()
  const row = (id: string) => page.getByRole('row', { name: new RegExp(id) })
  await expect(row(edited.displayId)).toContainText('Edited since the export')
  await expect(row(edited.displayId).getByRole('cell')).toContainText([
    'Error',
    edited.displayId,
    /rooms/i,
    '5',
    '7',
  ])
  await expect(row(approved.displayId)).toContainText('must be reopened before they can be changed')
  await page.getByText('All rows (4)').click()
  await expect(row(verified.displayId)).toContainText('Goes back to Submitted')
  await expectAccessible(page)

  // Saves a change while the page shows the differences.
  await changeAnswers(context, product, late.id, { rooms: 6 })
  // The response to the first attempt is lost. The retry finds the change applied.
  let attempts = 0
  await page.route(`**/api/survey-responses/${verified.id}`, async (route) => {
    attempts += 1
    if (attempts > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Apply changes to 2 responses' }).click()
  await expect(page.getByText('1 response changed · 3 not applied · 0 unchanged')).toBeVisible()
  expect(attempts).toBe(2)
  await expect(row(late.displayId)).toContainText('Edited since the export')
  await expect(row(late.displayId).getByRole('cell')).toContainText([
    'Error',
    late.displayId,
    /rooms/i,
    '6',
    '7',
  ])
  const now = await fetchRecords(
    context,
    product,
    responses.map(({ displayId }) => displayId),
  )
  expect(responses.map(({ displayId }) => now.get(displayId)?.values.rooms)).toEqual([5, 6, 3, 7])
  expect(now.get(verified.displayId)).toMatchObject({ status: 'submitted' })
})
