import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as contract from '@baseline/contract/survey-responses/exports/contract.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { readWorkbook } from '@baseline/tabular/read-workbook.ts'
import type { CellValue, SheetRows } from '@baseline/tabular/read-workbook.ts'
import { parseCsv } from '@baseline/tabular/testing/office.ts'
import { payloads } from '@baseline/tabular/testing/payloads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { FinalFailure } from '../../../platform/jobs.ts'
import { limits as bounds } from '../../../platform/limits.ts'
import { unavailable } from '../../../platform/storage/storage.ts'
import { createSurvey, definitionOf } from '../../../testing/surveys.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { loadSurvey } from '../../surveys/load-survey.ts'
import { exportJob } from './export-job.ts'
import { sweepExportsJob } from './sweep-exports-job.ts'
import { writeManyWorkbooks } from './write-export.ts'

let world: World
let surveyId: string

const limits = {
  fileBytes: 50_000_000,
  entries: 100,
  partBytes: 200_000_000,
  totalBytes: 300_000_000,
  strings: 1_000_000,
  rows: 50_000,
  columns: 200,
  cells: 1_000_000,
}

const common = { kind: 'question', required: false, personal: false } as const
const first: Partial<SurveyDefinition> = {
  formId: 'exported',
  label: 'Household / "2026"',
  languages: ['en', 'pt'],
  defaultLanguage: 'en',
  timeZone: 'Africa/Maputo',
  choices: {
    water: [
      { value: 'well', labels: { en: 'A "well"', pt: 'Poço' } },
      { value: 'river', labels: { en: 'River', pt: 'Rio' } },
    ],
    sex: [
      { value: '1', labels: { en: 'Female', pt: 'Mulher' } },
      { value: '9', labels: { en: 'Male', pt: 'Homem' } },
    ],
  },
  items: [
    { ...common, key: 'head', type: 'text', labels: { en: 'Head', pt: 'Chefe' }, feeds: 'householdName' },
    { ...common, key: 'old', type: 'integer', labels: { en: 'Asked once', pt: 'Antiga' } },
    { ...common, key: 'sources', type: 'choices', list: 'water', labels: { en: 'Water', pt: 'Água' } },
    {
      kind: 'repeat',
      key: 'members',
      labels: { en: 'Members', pt: 'Membros' },
      items: [
        { ...common, key: 'sex', type: 'choice', list: 'sex', labels: { en: 'Sex', pt: 'Sexo' } },
        { ...common, key: 'age', type: 'integer', labels: { en: 'Age', pt: 'Idade' } },
        { ...common, key: 'name', type: 'text', labels: { en: 'Name', pt: 'Nome' }, personal: true },
      ],
    },
  ],
}
const second: Partial<SurveyDefinition> = {
  ...first,
  choices: {
    ...first.choices,
    water: [...(first.choices?.['water'] ?? []), { value: 'tap', labels: { en: 'Tap', pt: 'Torneira' } }],
  },
  items: [
    { ...common, key: 'comment', type: 'text', labels: { en: 'Comment', pt: 'Comentário' } },
    { ...common, key: 'when', type: 'date', labels: { en: 'Start', pt: 'Início' } },
    { ...common, key: 'place', type: 'location', labels: { en: 'Place', pt: 'Lugar' } },
    ...(first.items?.filter(({ key }) => key !== 'old') ?? []),
  ],
}

const insert = async (count: number, values: (n: number) => object, version = 2, survey = surveyId) => {
  const rows = Array.from({ length: count }, (_, n) => ({
    survey_id: survey,
    survey_version: version,
    survey_label: 'Household',
    status: 'approved' as const,
    display_id: `00${String(n)}-${String(version)}`,
    start_time: '2026-03-31T22:30:45Z',
    investigator_name: 'Ana',
    supervisor_name: '=1+1',
    village: 'Gondola',
    survey_date: '2026-03-31',
    investigator_mobile_number: '00258841234567',
    latitude: 1.5,
    longitude: 2,
    household_name: 'Sitoe',
    values: JSON.stringify(values(n)),
  }))
  for (let offset = 0; offset < count; offset += 500)
    await world.db
      .insertInto('survey_responses')
      .values(rows.slice(offset, offset + 500))
      .execute()
}

beforeAll(async () => {
  world = await openWorld()
  const author = { id: undefined, email: 'operator' }
  for (const definition of [first, second])
    surveyId = (await loadSurvey({ db: world.db, author }, definitionOf(definition), { status: 'open' })).id
  await insert(2, () => ({ head: 'João', old: 7, sources: ['river'] }), 1)
  await insert(200, (n) => ({
    head: 'Ana',
    comment: payloads[n],
    when: '2026-02-28',
    place: { latitude: -19.5, longitude: 34.25 },
    sources: n === 0 ? ['well', 'tap'] : undefined,
    members: Array.from({ length: n % 3 }, (_, index) => ({
      sex: index === 0 ? '1' : '9',
      age: n,
      name: 'सीता',
    })),
  }))
}, 60_000)
const unpacked: string[] = []
afterAll(async () => {
  await world.close()
  for (const folder of unpacked) await rm(folder, { recursive: true })
})

type ExportRequest = Partial<Parameters<typeof requestExport>[0]>
const requestExport = async (
  data: {
    format?: contract.ExportFormat
    language?: string
    personalData?: boolean
    columnNames?: contract.ColumnNaming
    answers?: contract.AnswerNotation
    filter?: object
  },
  role: 'manager' | 'supervisor' = 'manager',
) => {
  const filter = { surveyId: [surveyId], ...data.filter }
  const { status, body } = await world.as(role)(contract.createSurveyExport, {
    body: { data: { ...data, status: 'START', filter } },
  })
  expect(body).toMatchObject({ status: 'START', url: null, progress: 0 })
  expect(status).toBe(200)
  return body.id
}
const getExport = async (id: string, role: 'manager' | 'supervisor' = 'manager') =>
  (await world.as(role)(contract.getSurveyExport, { params: { id } })).body
const download = async (url: string | null) => {
  const { pathname, search } = new URL(url ?? '')
  const answer = await world.app.inject({ url: pathname + search })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename\*=UTF-8''Household%202026%20\d{8}-\d{4}/,
  )
  return new Uint8Array(answer.rawPayload)
}
const make = async (data: ExportRequest = {}) => {
  const id = await requestExport(data)
  await exportJob.run({ exportId: id }, world.services)
  const surveyExport = await getExport(id)
  expect(surveyExport).toMatchObject({ status: 'SUCCESS', progress: 100, failure: null })
  const bytes = await download(surveyExport.url)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(surveyExport.sha256)
  expect(bytes.length).toBe(surveyExport.fileSize)
  return { surveyExport, bytes }
}
const unpack = async (bytes: Uint8Array) => {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-unpacked-'))
  unpacked.push(folder)
  await writeFile(join(folder, 'a.zip'), bytes)
  execFileSync('unzip', ['-q', 'a.zip', '-d', 'out'], { cwd: folder })
  return { folder: join(folder, 'out'), names: (await readdir(join(folder, 'out'))).toSorted() }
}
const sheetOf = (sheets: SheetRows[], name: string): CellValue[][] => {
  const rows = sheets.find((sheet) => sheet.name === name)?.rows ?? []
  const width = rows[0]?.length ?? 0
  return rows.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? null))
}
const cellAt = (rows: CellValue[][], line: number, header: string) =>
  rows[line]?.[rows[0]?.indexOf(header) ?? -1]

describe('§4 the response sheet as a workbook', () => {
  test('has one row per response and one column per question of every version, with labels in the language', async () => {
    const { surveyExport, bytes } = await make({ language: 'pt-BR' })
    expect(surveyExport).toMatchObject({
      rowCount: 202,
      personalData: false,
      format: 'xlsx',
      language: 'pt-BR',
    })
    const sheets = await readWorkbook(bytes, limits)
    expect(sheets.map(({ name }) => name)).toEqual(['data', 'members', 'codebook', 'manifest'])
    const data = sheetOf(sheets, 'data')
    expect(data).toHaveLength(203)
    expect(data[0]).toEqual([
      'Id da pesquisa',
      'Status',
      'Data da pesquisa',
      'Início (startTime)',
      'Fim',
      'Entrevistador (pseudônimo)',
      'Supervisor (pseudônimo)',
      'Distrito',
      'Tipo de comunidade',
      'Categoria de comunidade',
      'Enviada por (pseudônimo)',
      'Versão do questionário',
      'Versão do registro',
      'Criada em',
      'Última alteração',
      'Comentário',
      'Início (when)',
      'Água / Poço',
      'Água / Rio',
      'Água / Torneira',
      'Antiga',
    ])
    // Responses of version 1, which asks a question that version 2 does not.
    expect([1, 2].map((line) => [cellAt(data, line, 'Antiga'), cellAt(data, line, 'Água / Rio')])).toEqual([
      [7, 1],
      [7, 1],
    ])
    expect(cellAt(data, 3, 'Água / Torneira')).toBe(1)
    expect(cellAt(data, 3, 'Água / Rio')).toBe(0)
    expect(cellAt(data, 4, 'Água / Rio')).toBeNull()
    expect(cellAt(data, 3, 'Status')).toBe('Aprovada')
    expect(cellAt(data, 3, 'Id da pesquisa')).toBe('000-2')
    // The time zone of the survey is two hours ahead of UTC, so this is the next day.
    expect(cellAt(data, 3, 'Início (startTime)')).toEqual(new Date('2026-04-01T00:30:45Z'))
    expect(cellAt(data, 3, 'Início (when)')).toEqual(new Date('2026-02-28'))
  })

  test('has a sheet per repeat with displayId and line, a codebook and a manifest', async () => {
    const { bytes } = await make({ language: 'en' })
    const sheets = await readWorkbook(bytes, limits)
    const members = sheetOf(sheets, 'members')
    expect(members.slice(0, 4)).toEqual([
      ['Survey Id', 'Line', 'Sex', 'Age'],
      ['001-2', 1, 'Female', 1],
      ['002-2', 1, 'Female', 2],
      ['002-2', 2, 'Male', 2],
    ])
    expect(members).toHaveLength(1 + 199)
    const codebook = sheetOf(sheets, 'codebook')
    expect(codebook).toContainEqual(['members', 'Sex', 'sex', 'sex', 'choice', 'Sex', '1 2', null, null])
    expect(codebook).toContainEqual(['members', 'Sex', 'sex', 'sex', 'choice', 'Male', null, '9', 9])
    const manifest = new Map(sheetOf(sheets, 'manifest').map(([name, value]) => [name, value]))
    expect(manifest.get('rowCount')).toBe(202)
    expect(manifest.get('pieces.1.rows')).toBe(199)
    expect(manifest.get('survey.versions.1')).toBe(2)
    expect(manifest.get('filter.surveyId.0')).toBe(surveyId)
  })

  test('has personal data only on request, and audits the request', async () => {
    const [withoutPersonal, withAll] = [
      await make({ language: 'en' }),
      await make({ language: 'en', personalData: true }),
    ]
    const headers = async (bytes: Uint8Array) => {
      const sheets = await readWorkbook(bytes, limits)
      return [...(sheetOf(sheets, 'data')[0] ?? []), ...(sheetOf(sheets, 'members')[0] ?? [])]
    }
    const personal = ['Latitude', 'Longitude', 'Accuracy in metres', 'Photos', 'Head', 'Name', 'Village']
    const derivedHeaders = ['Enumerator mobile number', 'Place / Latitude', 'Place / Longitude']
    const staffHeaders = ['Enumerator', 'Supervisor', 'Sent by']
    expect(
      (await headers(withoutPersonal.bytes)).filter((one) =>
        [...personal, ...derivedHeaders, ...staffHeaders].includes(String(one)),
      ),
    ).toEqual([])
    expect(await headers(withAll.bytes)).toEqual(
      expect.arrayContaining([...personal, ...derivedHeaders, ...staffHeaders]),
    )
    const data = sheetOf(await readWorkbook(withAll.bytes, limits), 'data')
    expect(cellAt(data, 3, 'Enumerator mobile number')).toBe('00258841234567')
    const entries = await world.db
      .selectFrom('audit_log')
      .select('values')
      .where('entity_name', '=', 'surveyExport')
      .where('entity_id', 'in', [withoutPersonal.surveyExport.id, withAll.surveyExport.id])
      .orderBy('id')
      .execute()
    expect(entries.map(({ values }) => Reflect.get(values.after as object, 'personalData'))).toEqual([
      false,
      true,
    ])
  })

  test('applies the filter of the list, and has only the header row if nothing matches', async () => {
    const filtered = await make({ filter: { displayId: '00199-2' } })
    expect(filtered.surveyExport.rowCount).toBe(1)
    const empty = await make({ filter: { village: ['Nowhere'] } })
    expect(empty.surveyExport.rowCount).toBe(0)
    expect(sheetOf(await readWorkbook(empty.bytes, limits), 'data')).toHaveLength(1)
  })

  test('has 200 injection payloads as text: no formula, no link, no external reference', async () => {
    const { bytes } = await make({ language: 'en' })
    const { folder } = await unpack(bytes)
    const xml = await readFile(join(folder, 'xl/worksheets/sheet1.xml'), 'utf8')
    expect(xml).not.toMatch(/<f[ >]|<hyperlink/)
    const parts = execFileSync('unzip', ['-Z1', join(folder, '../a.zip')], { encoding: 'utf8' })
    expect(parts).not.toMatch(/externalLink|sheet\d\.xml\.rels|connections|vbaProject/)
    const data = sheetOf(await readWorkbook(bytes, limits), 'data')
    expect(data.slice(3).map((_, line) => cellAt(data, line + 3, 'Comment'))).toEqual(payloads)
  })

  test('is split into numbered parts in one archive if a workbook cannot hold all rows', async () => {
    const { loadTables } = await import('./load-tables.ts')
    const { openSource } = await import('./read-rows.ts')
    const loadOptions = {
      surveyId,
      language: 'en',
      personalData: false,
      format: 'xlsx',
      columnNames: 'labels',
      answers: 'labels',
    } as const
    const { tables, locale } = await loadTables({ ...world.services, timeZone: 'UTC' }, loadOptions)
    const actor = { userId: world.people.manager.id, roles: ['manager' as const] }
    const reader = { db: world.services.streams, actor, scope: 'all' as const }
    const source = await openSource(reader, { surveyId: [surveyId] }, ['members'])
    const { signal } = new AbortController()
    const writing = { tables, rows: source.rows, locale, metadata: {}, folder: '', signal }
    const chunks: Uint8Array[] = []
    for await (const chunk of writeManyWorkbooks(writing, 50)) chunks.push(chunk)
    const { folder, names } = await unpack(Buffer.concat(chunks))
    expect(names).toEqual([
      'codebook.csv',
      ...['1', '2', '3', '4', '5'].map((part) => `data-part-00${part}.xlsx`),
      'manifest.json',
      ...['1', '2', '3', '4'].map((part) => `members-part-00${part}.xlsx`),
    ])
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      rowCount: number
      pieces: { name: string; rows: number; sha256: string }[]
    }
    expect(manifest.rowCount).toBe(202)
    const ids = new Set<CellValue>()
    for (const { name, rows, sha256 } of manifest.pieces) {
      const file = await readFile(join(folder, name))
      expect(createHash('sha256').update(file).digest('hex'), name).toBe(sha256)
      if (!name.endsWith('.xlsx')) continue
      const sheet = sheetOf(await readWorkbook(new Uint8Array(file), limits), 'data')
      expect(sheet.length - 1, name).toBe(rows)
      if (name.startsWith('data')) for (const [id] of sheet.slice(1)) ids.add(id ?? null)
    }
    expect(ids.size).toBe(202)
  })
})

test('csv: has every table, harmless payloads and a correct manifest', async () => {
  const { surveyExport, bytes } = await make({ format: 'csv', language: 'en' })
  expect(surveyExport.fileName).toMatch(/ csv\.zip$/)
  const { folder, names } = await unpack(bytes)
  expect(names).toEqual(['codebook.csv', 'data.csv', 'manifest.json', 'members.csv'])
  const rows = parseCsv(await readFile(join(folder, 'data.csv'), 'utf8'))
  expect(rows).toHaveLength(203)
  for (const cell of rows.slice(1).flat())
    if (/^[=+@\t\r-]/.test(cell)) expect(cell).toMatch(/^-?\d+(\.\d+)?$/)
  expect(rows[3]?.[rows[0]?.indexOf('Start (startTime)') ?? -1]).toBe('2026-04-01 00:30:45')
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as object
  expect(manifest).toMatchObject({ rowCount: 202, personalData: false, filter: { surveyId: [surveyId] } })
})

test.for(['csv', 'xlsx'] as const)(
  '%s: has variable names and codes, and the job, the manifest and the audit log record it',
  async (format) => {
    const { surveyExport, bytes } = await make({
      format,
      language: 'en',
      personalData: true,
      columnNames: 'variables',
      answers: 'codes',
    })
    expect(surveyExport).toMatchObject({ columnNames: 'variables', answers: 'codes' })
    const { folder } = await unpack(bytes)
    const sheets = format === 'xlsx' ? await readWorkbook(bytes, limits) : []
    const table = async (name: string): Promise<unknown[][]> =>
      format === 'xlsx'
        ? sheetOf(sheets, name)
        : parseCsv(await readFile(join(folder, `${name}.csv`), 'utf8'))
    const [head, ...rows] = await table('data')
    expect(head?.slice(0, 4)).toEqual(['displayId', 'status', 'surveyDate', 'startTime'])
    expect(head).not.toContain('householdName')
    expect(rows[2]?.slice(0, 2)).toEqual(['000-2', 'approved'])
    // The value of the column, as in lists; the answer is Ana.
    expect(rows[2]?.[head?.indexOf('head') ?? -1]).toBe('Sitoe')
    expect((await table('members')).slice(0, 2).map((row) => row.slice(0, 3).map(String))).toEqual([
      ['displayId', 'line', 'sex'],
      ['001-2', '1', '1'],
    ])
    expect((await table('codebook'))[0]).toEqual([
      'Sheet',
      'Column',
      'Variable',
      'Question',
      'Type',
      'Label',
      'Versions',
      'Code',
      'Number in Stata and SPSS',
    ])
    const manifest: unknown =
      format === 'xlsx'
        ? Object.fromEntries((await table('manifest')).map(([name, value]) => [String(name), value]))
        : JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({ columnNames: 'variables', answers: 'codes' })
    const { values } = await world.db
      .selectFrom('audit_log')
      .select('values')
      .where('entity_name', '=', 'surveyExport')
      .where('entity_id', '=', surveyExport.id)
      .executeTakeFirstOrThrow()
    expect(values.after).toMatchObject({ format, columnNames: 'variables', answers: 'codes' })
  },
)

test('Stata and SPSS always have variable names and codes; refuses an unknown notation', async () => {
  const { surveyExport } = await make({ format: 'dta', columnNames: 'labels', answers: 'labels' })
  expect(surveyExport).toMatchObject({ columnNames: 'variables', answers: 'codes' })
  const data = { status: 'START', filter: { surveyId: [surveyId] }, answers: 'numbers' }
  const refused = await world.as('manager')(contract.createSurveyExport, { body: { data } } as never)
  expect(refused.status).toBe(400)
})

test('a file without personal data omits the values of personal filters', async () => {
  const filter = {
    householdName: 'Sitoe',
    investigatorMobileNumber: '0025884',
    search: 'Sitoe',
    investigatorName: ['Ana'],
    village: ['Gondola'],
    status: ['approved'],
  }
  const written = async (data: ExportRequest) => {
    const { surveyExport, bytes } = await make({ ...data, filter })
    expect(surveyExport.rowCount).toBe(202)
    const { folder } = await unpack(bytes)
    const texts = await Promise.all(
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
    )
    return texts.join('\n')
  }
  for (const format of ['csv', 'xlsx'] as const) {
    const withoutPersonal = await written({ format })
    expect(withoutPersonal).not.toMatch(/Sitoe|0025884|Gondola|\bAna\b/)
    expect(withoutPersonal).toMatch(/filterWithheld[^]*householdName[^]*investigatorMobileNumber[^]*search/)
    expect(withoutPersonal).toMatch(/status\W[^]{0,80}approved/)
    const withAll = await written({ format, personalData: true })
    expect(withAll).toMatch(/householdName\W[^]{0,80}Sitoe/)
    expect(withAll).not.toContain('filterWithheld')
  }
})

describe('Stata and SPSS, read back by readstat', () => {
  test.for(['dta', 'sav'] as const)('%s has the same values and labels', async (format) => {
    const { surveyExport, bytes } = await make({ format, language: 'pt', personalData: true })
    expect(surveyExport.rowCount).toBe(202)
    const { folder, names } = await unpack(bytes)
    expect(names).toEqual(['codebook.csv', `data.${format}`, 'manifest.json', `members.${format}`])
    const read = (name: string) =>
      parseCsv(
        execFileSync('readstat', [join(folder, name), '-'], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      )
    const members = read(`members.${format}`)
    expect(members[0]).toEqual(['displayId', 'line', 'sex', 'age', 'name'])
    expect(members).toHaveLength(200)
    expect(members[3]?.map((cell) => (/^\d+\.0+$/.test(cell) ? String(Number(cell)) : cell))).toEqual([
      '002-2',
      '2',
      '9',
      '2',
      'सीता',
    ])
    const data = read(`data.${format}`)
    expect(data).toHaveLength(203)
    expect(data.slice(3).map((row) => row[data[0]?.indexOf('comment') ?? -1]?.trim())).toEqual(
      payloads.map((payload) => payload.trim()),
    )
    expect(data[3]?.[data[0]?.indexOf('startTime') ?? -1]).toBe('2026-04-01 00:30:45')
    execFileSync('extract_metadata', [join(folder, `members.${format}`), join(folder, 'm.json')], {
      stdio: 'ignore',
    })
    const { variables } = JSON.parse(await readFile(join(folder, 'm.json'), 'utf8')) as {
      variables: { name: string; label: string; categories?: { code: number; label: string }[] }[]
    }
    expect(variables.map(({ name, label }) => [name, label])).toEqual([
      ['displayId', 'Id da pesquisa'],
      ['line', 'Linha'],
      ['sex', 'Sexo'],
      ['age', 'Idade'],
      ['name', 'Nome'],
    ])
    expect(variables[2]?.categories).toEqual([
      { code: 1, label: 'Mulher' },
      { code: 9, label: 'Homem' },
    ])
  })

  test('fails with the reason if the format cannot hold the data', async () => {
    const long = (
      await loadSurvey(
        { db: world.db, author: { id: undefined, email: 'operator' } },
        definitionOf({ ...second, formId: 'long' }),
        { status: 'open' },
      )
    ).id
    const end = async (format: 'dta' | 'sav') => {
      const id = await requestExport({ format, filter: { surveyId: [long] } })
      await exportJob.run({ exportId: id }, world.services)
      return getExport(id)
    }
    expect(await end('sav')).toMatchObject({
      status: 'FAILED',
      url: null,
      failure: expect.stringContaining('empty table') as string,
    })
    await insert(1, () => ({ comment: 'é'.repeat(1100) }), 1, long)
    expect(await end('dta')).toMatchObject({
      status: 'FAILED',
      failure: 'The answer to "Comment" in 000-1 is too long for this format. CSV holds it.',
    })
    expect(await end('sav')).toMatchObject({ status: 'SUCCESS', rowCount: 1 })
  })
})

describe('§4 an export job', () => {
  const refused = async (data: object) =>
    (await world.as('manager')(contract.createSurveyExport, { body: { data } } as never)).body

  test('needs exactly one survey that exists, and starts with START', async () => {
    expect(await refused({ status: 'START', filter: {} })).toMatchObject({
      code: 'errors.invalid',
      details: { issues: [{ path: 'data.filter.surveyId', message: 'Choose exactly one survey' }] },
    })
    const two = [surveyId, crypto.randomUUID()]
    expect(await refused({ status: 'START', filter: { surveyId: two } })).toMatchObject({
      code: 'errors.invalid',
    })
    expect(await refused({ status: 'SUCCESS', filter: { surveyId } })).toMatchObject({
      code: 'errors.invalid',
    })
    expect(await refused({ status: 'START', filter: { surveyId: crypto.randomUUID() } })).toMatchObject({
      code: 'entities.surveyResponses.errors.surveyNotFound',
    })
  })

  test('is returned with the ranges of its filter, also with open ends', async () => {
    const filter = {
      surveyDateRange: ['2026-01-01', ''],
      startTimeRange: ['', '2026-12-31T23:59:59Z'],
      endTimeRange: ['2026-01-01T00:00:00Z'],
      createdAtRange: ['', ''],
    }
    const id = await requestExport({ filter })
    const { filter: applied } = await getExport(id)
    expect(applied).toEqual({
      surveyId: [surveyId],
      surveyDateRange: ['2026-01-01', null],
      startTimeRange: [null, '2026-12-31T23:59:59Z'],
      endTimeRange: ['2026-01-01T00:00:00Z'],
    })
    await world.as('manager')(contract.cancelSurveyExport, { params: { id } })
  })

  test.for([
    ['xlsx', 'Excel', 16_384],
    ['dta', 'Stata', 32_767],
  ] as const)(
    'is refused in advance if %s has more columns than %s supports',
    async ([format, program, max]) => {
      const many = Array.from({ length: max }, (_, n) => ({
        value: `c${String(n)}`,
        labels: { en: String(n) },
      }))
      const wideSurveyId = await createSurvey(world.db, {
        choices: { many },
        items: [{ ...common, key: 'all', type: 'choices', list: 'many', labels: { en: 'All' } }],
        status: 'open',
      })
      const data = { status: 'START', filter: { surveyId: wideSurveyId } }
      const { code, message = '' } = await refused({ ...data, format })
      expect(code).toBe('entities.surveyExports.errors.tooManyColumns')
      const [, named, limit, count] =
        /^(\w+) holds (\d+) columns and this survey has (\d+): choose CSV$/.exec(message) ?? []
      expect([named, limit]).toEqual([program, String(max)])
      // The columns of the record are counted too.
      expect(Number(count)).toBeGreaterThan(max)
      const allowed = format === 'dta' ? 'sav' : 'csv'
      expect(await refused({ ...data, format: allowed })).toMatchObject({ status: 'START' })
    },
  )

  test.for(contract.exportFormats)('expects as many rows as it reads: %s', async (format) => {
    const { surveyExport } = await make({ format })
    const { rows_expected: expected } = await world.db
      .selectFrom('survey_exports')
      .select('rows_expected')
      .where('id', '=', surveyExport.id)
      .executeTakeFirstOrThrow()
    // Rows of the responses and of their members.
    expect(expected).toBe(202 + 199)
  })

  test('is visible to its owner and to managers only', async () => {
    const [ownId, otherId] = [await requestExport({}, 'supervisor'), await requestExport({})]
    expect(await getExport(ownId, 'supervisor')).toMatchObject({ id: ownId })
    expect(await getExport(ownId)).toMatchObject({ id: ownId })
    expect(await getExport(otherId, 'supervisor')).toMatchObject({ code: 'errors.notFound' })
    const { body } = await world.as('supervisor')(contract.cancelSurveyExport, { params: { id: otherId } })
    expect(body).toMatchObject({ code: 'errors.recordNotFound' })
  })

  test('can be cancelled before it runs and after its last row', async () => {
    const id = await requestExport({})
    const cancel = () => world.as('manager')(contract.cancelSurveyExport, { params: { id } })
    expect((await cancel()).body).toMatchObject({ status: 'FAILED', failure: 'It was cancelled.' })
    await exportJob.run({ exportId: id }, world.services)
    expect(await getExport(id)).toMatchObject({ status: 'FAILED' })
    expect((await cancel()).body).toMatchObject({ status: 'FAILED' })

    // Cancelled between the last row and the end: the file is deleted.
    const lateId = await requestExport({})
    const { storage } = world.services
    const write: typeof storage.write = async (key, chunks) => {
      await storage.write(key, chunks)
      await world.as('manager')(contract.cancelSurveyExport, { params: { id: lateId } })
    }
    await exportJob.run({ exportId: lateId }, { ...world.services, storage: { ...storage, write } })
    expect(await getExport(lateId)).toMatchObject({ status: 'FAILED', url: null })
    expect(await storage.head(`exports/${lateId}-1.xlsx`)).toBeUndefined()
  })

  test('stops and leaves no file when it is cancelled while it writes', async () => {
    const largeSurveyId = await createSurvey(world.db, { label: 'Household 2026' })
    await insert(2_000, () => ({ village: 'Gondola' }), 1, largeSurveyId)
    const id = await requestExport({ filter: { surveyId: [largeSurveyId] } })
    const { storage } = world.services
    let isCancelled = false
    async function* cancelledAfterTheFirst(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        yield chunk
        if (isCancelled) continue
        isCancelled = true
        await world.as('manager')(contract.cancelSurveyExport, { params: { id } })
        // Longer than the interval of the check for cancellation.
        await new Promise((resolve) => setTimeout(resolve, 2_500))
      }
    }
    let written: Promise<unknown> | undefined
    const write: typeof storage.write = (key, chunks) => {
      const writing = storage.write(key, cancelledAfterTheFirst(chunks))
      written = writing.then(
        () => 'whole',
        () => 'broken off',
      )
      return writing
    }
    await exportJob.run({ exportId: id }, { ...world.services, storage: { ...storage, write } })
    expect(await written).toBe('broken off')
    expect(await getExport(id)).toMatchObject({ status: 'FAILED', url: null, failure: 'It was cancelled.' })
    expect(await storage.head(`exports/${id}-1.xlsx`)).toBeUndefined()
    const leftFolders = (await readdir(tmpdir())).filter((name) => name.startsWith(`baseline-export-${id}`))
    expect(leftFolders).toEqual([])
  })

  test('fails if the role of its owner was revoked in the meantime', async () => {
    const id = await requestExport({}, 'supervisor')
    const { id: userId } = world.people.supervisor
    await world.db.deleteFrom('user_roles').where('user_id', '=', userId).execute()
    await exportJob.run({ exportId: id }, world.services)
    await world.db.insertInto('user_roles').values({ user_id: userId, role: 'supervisor' }).execute()
    expect(await getExport(id)).toMatchObject({
      status: 'FAILED',
      failure: expect.stringContaining('may no longer read') as string,
    })
  })

  test('is finished by one of several concurrent runs, and the row names its file', async () => {
    const id = await requestExport({})
    await Promise.all([1, 2, 3].map(() => exportJob.run({ exportId: id }, world.services)))
    const finished = await getExport(id)
    expect(finished.status).toBe('SUCCESS')
    expect(
      createHash('sha256')
        .update(await download(finished.url))
        .digest('hex'),
    ).toBe(finished.sha256)
  })

  test('is retried if the storage is unavailable, and fails on any other error', async () => {
    const id = await requestExport({})
    const unavailableStorage = {
      ...world.services.storage,
      write: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' })),
    }
    await expect(
      exportJob.run({ exportId: id }, { ...world.services, storage: unavailableStorage }),
    ).rejects.toThrow('gone')
    expect(await getExport(id)).toMatchObject({ status: 'START' })
    const brokenStorage = { ...world.services.storage, write: () => Promise.reject(new Error('a bug')) }
    await expect(
      exportJob.run({ exportId: id }, { ...world.services, storage: brokenStorage }),
    ).rejects.toThrow('a bug')
    expect(await getExport(id)).toMatchObject({
      status: 'FAILED',
      failure: expect.stringContaining('went wrong') as string,
    })
  })

  test('fails at once on a full disk, and says so', async () => {
    const id = await requestExport({})
    // Writing to this device fails as on a full disk.
    const write = () =>
      writeFile('/dev/full', 'x').catch((error: unknown) => Promise.reject(unavailable(error)))
    await expect(
      exportJob.run({ exportId: id }, { ...world.services, storage: { ...world.services.storage, write } }),
    ).rejects.toThrow(FinalFailure)
    expect(await getExport(id)).toMatchObject({
      status: 'FAILED',
      failure: expect.stringContaining('no space left') as string,
    })
  })

  test('is limited to ten at a time per user', async () => {
    await world.db
      .updateTable('survey_exports')
      .set({ status: 'FAILED' })
      .where('status', '=', 'START')
      .execute()
    for (let n = 0; n < bounds.exports.perPerson; n += 1) await requestExport({})
    expect(await refused({ status: 'START', filter: { surveyId } })).toMatchObject({
      code: 'entities.surveyExports.errors.tooMany',
    })
    await world.db
      .updateTable('survey_exports')
      .set({ status: 'FAILED' })
      .where('status', '=', 'START')
      .execute()
  })

  test('loses its file after a day, and fails if it is not finished by then', async () => {
    const { surveyExport } = await make()
    const waiting = await requestExport({})
    const key = `exports/${surveyExport.id}-1.xlsx`
    await sweepExportsJob.run({}, world.services)
    expect(await world.services.storage.head(key)).toBeDefined()
    await sql`update survey_exports set created_at = created_at - interval '25 hours', finished_at = finished_at - interval '25 hours'
      where id in (${surveyExport.id}, ${waiting})`.execute(world.db)
    await sweepExportsJob.run({}, world.services)
    expect(await world.services.storage.head(key)).toBeUndefined()
    expect(await getExport(surveyExport.id)).toMatchObject({ status: 'SUCCESS', url: null, rowCount: 202 })
    expect(await getExport(waiting)).toMatchObject({ status: 'FAILED' })
  })
})
