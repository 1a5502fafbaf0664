/**
 * Changes a questionnaire while responses arrive. `VERSION_CHANGE_RESPONSES=50000` runs it with as many
 * responses, and prints times.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  createSurveyResponse,
  getSurveyResponse,
  updateSurveyResponse,
} from '@baseline/contract/survey-responses/contract.ts'
import * as surveyExports from '@baseline/contract/survey-responses/exports/contract.ts'
import { changeSurveyStatus, getSurveyMaster } from '@baseline/contract/surveys/contract.ts'
import { checkSurvey, loadSurvey } from '@baseline/contract/surveys/upload.ts'
import type { SurveyDifferences } from '@baseline/contract/surveys/upload.ts'
import { readTable } from '@baseline/tabular/testing/read-table.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { limits } from '../../platform/limits.ts'
import { interview } from '../../testing/responses.ts'
import { writeForm } from '../../testing/surveys.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { exportJob } from '../survey-responses/exports/export-job.ts'

const responseCount = Number(process.env['VERSION_CHANGE_RESPONSES'] ?? 2_000)
const laterCount = Math.min(1_000, Math.ceil(responseCount / 20))
const timeout = 120_000 + responseCount * 5

const formId = 'changed_in_the_field'
const first = {
  formId,
  survey: [
    ['text', 'hamlet', 'Hamlet', 'yes'],
    ['integer', 'rooms', 'Rooms'],
    ['text', 'roof', 'Roof'],
    ['select_one water', 'source', 'Water'],
    ['select_multiple asset', 'assets', 'Assets'],
    ['text', 'nick', 'Nickname'],
    ['begin_repeat', 'members', 'Members'],
    ['text', 'member', 'Name'],
    ['integer', 'age', 'Age'],
    ['end_repeat', null, null],
  ],
  choices: [
    ['water', 'well', 'Well'],
    ['water', 'river', 'River'],
    ['water', 'tap', 'Tap'],
    ['asset', 'radio', 'Radio'],
    ['asset', 'bike', 'Bicycle'],
  ],
}
/** Adds two questions, removes `roof`, changes a type, removes choices, and moves `nick` into the repeat. */
const second = {
  formId,
  survey: [
    ['text', 'hamlet', 'Hamlet', 'yes'],
    ['text', 'consent', 'Consent', 'yes'],
    ['text', 'rooms', 'Rooms'],
    ['select_one water', 'source', 'Water'],
    ['select_multiple asset', 'assets', 'Assets'],
    ['begin_repeat', 'members', 'Members'],
    ['text', 'member', 'Name'],
    ['integer', 'age', 'Age'],
    ['text', 'nick', 'Nickname'],
    ['end_repeat', null, null],
    ['text', 'remark', 'Remark'],
  ],
  choices: [
    ['water', 'well', 'Well'],
    ['water', 'pump', 'Pump'],
    ['water', 'tap', 'Tap'],
    ['asset', 'radio', 'Radio'],
    ['asset', 'phone', 'Telephone'],
  ],
}

interface Answers {
  hamlet: string
  consent?: string
  rooms?: number | string
  roof?: string
  source?: string
  assets?: string[]
  nick?: string
  remark?: string
  members?: { member: string; age: number; nick?: string }[]
}

const membersOf = (n: number) =>
  Array.from({ length: n % 3 }, (_, index) => ({ member: `Eva ${String(index)}`, age: (n + index) % 90 }))

/** Answers that both versions can have. Some responses have no answer that the second version breaks. */
const commonAnswers = (n: number): Answers => ({
  hamlet: `Aldeia São João ${String(n)}`,
  ...(n % 4 === 2 && { source: 'tap' }),
  ...(n % 6 === 2 && { assets: ['radio'] }),
  ...(n % 3 > 0 && { members: membersOf(n) }),
})
const answersOf = (n: number, version: 1 | 2): Answers =>
  version === 1
    ? {
        ...commonAnswers(n),
        ...(n % 4 === 1 && { source: 'river' }),
        ...(n % 5 === 1 && { rooms: n % 9 }),
        ...(n % 6 === 1 && { assets: ['radio', 'bike'] }),
        ...(n % 7 === 1 && { roof: `zinc "${String(n)}", new` }),
        ...(n % 8 === 1 && { nick: `Nick ${String(n)}` }),
      }
    : {
        ...commonAnswers(n),
        consent: 'yes',
        ...(n % 4 === 1 && { source: 'pump' }),
        ...(n % 5 === 1 && { rooms: `about ${String(n % 9)}` }),
        ...(n % 6 === 1 && { assets: ['radio', 'phone'] }),
        ...(n % 3 === 0 && { remark: `=${String(n)}` }),
        ...(n % 3 > 0 && { members: membersOf(n).map((row) => ({ ...row, nick: `N${String(n)}` })) }),
      }

const breaks = ({ source, rooms, assets, roof, nick }: Answers) => ({
  rooms: rooms !== undefined,
  roof: roof !== undefined,
  source: source === 'river',
  assets: assets?.includes('bike') ?? false,
  nick: nick !== undefined,
})

interface Sent {
  n: number
  version: 1 | 2
  id: string
  values: Answers
}

let world: World
let folder: string
let surveyId = ''
const sent = new Map<string, Sent>()
let checked: { differences: SurveyDifferences | undefined; ms: number }
let slowestIntake = 0

const firstStart = Date.UTC(2026, 0, 1)
const dataOf = (n: number, version: 1 | 2, values: object = answersOf(n, version)) => ({
  ...interview(surveyId),
  displayId: `R${String(version)}-${String(n)}`,
  startTime: new Date(firstStart + n * 60_000).toISOString(),
  endTime: new Date(firstStart + n * 60_000 + 1_000).toISOString(),
  surveyVersion: version,
  values: { ...values },
})

/** Inserts the responses before the change as the application would have stored them. */
const insertFirst = async (): Promise<void> => {
  for (let from = 0; from < responseCount; from += 1_000) {
    const numbers = Array.from({ length: Math.min(1_000, responseCount - from) }, (_, index) => from + index)
    const rows = numbers.map((n) => {
      const { displayId, startTime, endTime, investigatorName, supervisorName, values } = dataOf(n, 1)
      return {
        survey_id: surveyId,
        survey_version: 1,
        survey_label: formId,
        status: 'submitted' as const,
        display_id: displayId,
        start_time: startTime,
        end_time: endTime,
        investigator_name: investigatorName,
        supervisor_name: supervisorName,
        values: JSON.stringify(values),
      }
    })
    const inserted = await world.db.insertInto('survey_responses').values(rows).returning('id').execute()
    for (const [index, { id }] of inserted.entries()) {
      const n = from + index
      sent.set(dataOf(n, 1).displayId, { n, version: 1, id, values: answersOf(n, 1) })
    }
  }
}

/** Sends a response as a phone does, which repeats every tenth call because it got no answer. */
const send = async (n: number, version: 1 | 2): Promise<void> => {
  const data = dataOf(n, version)
  const call = () =>
    world.as('supervisor', { 'idempotency-key': data.displayId })(createSurveyResponse, { body: { data } })
  const startedAt = performance.now()
  const { status, body } = await call()
  slowestIntake = Math.max(slowestIntake, performance.now() - startedAt)
  expect(status, JSON.stringify(body)).toBe(200)
  if (n % 10 === 0) expect((await call()).body.id).toBe(body.id)
  sent.set(data.displayId, { n, version, id: body.id, values: answersOf(n, version) })
}

/** Sends responses with the numbers that `next` returns, until it returns undefined. */
const sendAll = (next: () => number | undefined, version: 1 | 2): Promise<unknown> =>
  Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let n = next(); n !== undefined; n = next()) await send(n, version)
    }),
  )
const countFrom = (from: number, to: number) => {
  let n = from
  return () => (n < to ? n++ : undefined)
}

/** Loads the next version, and returns the id of the survey. */
const load = async (file: File, version: 1 | 2, allowBreaking = 0): Promise<string> => {
  const { status, body } = await world.as('manager')(loadSurvey, {
    file,
    body: { allowBreaking: String(allowBreaking) },
  })
  expect([status, body]).toMatchObject([200, { version }])
  return body.id
}

beforeAll(async () => {
  world = await openWorld()
  folder = await mkdtemp(join(tmpdir(), 'baseline-version-change-'))
  surveyId = await load(await writeForm(first), 1)
  await world.as('manager')(changeSurveyStatus, { params: { id: surveyId }, body: { status: 'open' } })
  await insertFirst()

  const file = await writeForm(second)
  const checkedAt = performance.now()
  const { body } = await world.as('manager')(checkSurvey, { body: {}, file })
  checked = { differences: body.survey?.differences, ms: performance.now() - checkedAt }

  const phase = { loading: true }
  let next = responseCount
  const intake = sendAll(() => (phase.loading ? next++ : undefined), 1)
  await load(file, 2, body.survey?.differences.breaking?.count)
  phase.loading = false
  await intake

  // Phones that did not get the second version yet, and phones that did.
  await Promise.all([
    sendAll(countFrom(next, next + laterCount), 1),
    sendAll(countFrom(next, next + laterCount), 2),
  ])
  if (process.env['VERSION_CHANGE_RESPONSES'])
    process.stdout.write(
      `${String(sent.size)} responses; check of the second version ${checked.ms.toFixed(0)} ms; ` +
        `slowest intake ${slowestIntake.toFixed(0)} ms\n`,
    )
}, timeout)
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

test('counts the concerned responses, examining the newest, in a limited time', () => {
  const examined = Math.min(responseCount, limits.questionnaires.examinedResponses)
  const newest = Array.from({ length: examined }, (_, index) =>
    breaks(answersOf(responseCount - 1 - index, 1)),
  )
  const isMinimum = examined >= limits.questionnaires.examinedResponses
  const concerned = (key?: string) => ({
    count: newest.filter((broken) =>
      Object.entries(broken).some(([name, isBroken]) => isBroken && (key ?? name) === name),
    ).length,
    isMinimum,
  })
  const broken = checked.differences?.items.filter(({ breaking }) => breaking !== null)
  expect(broken?.map(({ key, breaking, responses }) => [key, breaking, responses]).toSorted()).toEqual([
    ['assets', 'choices', concerned('assets')],
    ['nick', 'repeat', concerned('nick')],
    ['roof', 'removed', concerned('roof')],
    ['rooms', 'type', concerned('rooms')],
    ['source', 'choices', concerned('source')],
  ])
  expect(checked.differences?.breaking).toEqual(concerned())
  expect(concerned().count).toBeLessThan(examined)
  expect(checked.ms).toBeLessThan(limits.questionnaires.seconds * 1_000)
})

test('keeps every response once, with the version and the answers that were sent', async () => {
  const { rows } = await world.services.pool.query<{
    id: string
    display_id: string
    survey_version: number
    values: object
  }>('select id, display_id, survey_version, "values" from survey_responses where survey_id = $1', [surveyId])
  expect(rows).toHaveLength(sent.size)
  const stored = new Map(
    rows.map((row) => [
      row.display_id,
      { n: 0, version: row.survey_version, id: row.id, values: row.values },
    ]),
  )
  const expected = new Map([...sent].map(([displayId, response]) => [displayId, { ...response, n: 0 }]))
  expect(stored).toEqual(expected)
  const versions = rows.map((row) => row.survey_version)
  expect(versions.filter((version) => version === 1).length).toBeGreaterThan(responseCount + laterCount)
  expect(versions.filter((version) => version === 2).length).toBe(laterCount)
})

describe('a response of the first version', () => {
  const old = () => [...sent.values()].find(({ n, version }) => version === 1 && n === 1)
  const get = async (id: string) => (await world.as('supervisor')(getSurveyResponse, { params: { id } })).body

  test('is shown with the first version', async () => {
    const response = await get(old()?.id ?? '')
    const { surveyVersion: version, values } = response
    expect([version, values]).toEqual([1, answersOf(1, 1)])
    const { body } = await world.as('supervisor')(getSurveyMaster, {
      params: { id: surveyId },
      query: { version: String(version) },
    })
    expect(body.items.map(({ key }) => key)).toEqual([
      'hamlet',
      'rooms',
      'roof',
      'source',
      'assets',
      'nick',
      'members',
    ])
  })

  test('is edited by the rules of the first version', async () => {
    const { id = '', values } = old() ?? {}
    const { surveyVersion: _version, ...data } = dataOf(1, 1)
    const { surveyId: _survey, ...fields } = data
    const edit = (answers: object) =>
      world.as('supervisor')(updateSurveyResponse, {
        params: { id },
        body: { id, data: { ...fields, values: { ...answers } } },
      })
    // The second version requires `consent` and has no `river`.
    const corrected = { ...values, hamlet: 'Boane' }
    expect(await edit(corrected)).toMatchObject({
      status: 200,
      body: { surveyVersion: 1, values: corrected },
    })
    expect(await edit({ ...values, rooms: 'three' })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'data.values.rooms' }] } },
    })
    expect((await edit({ ...values })).status).toBe(200)
  })

  test.for([
    [1, { rooms: 'three' }, ['data.values.rooms']],
    [1, { source: 'pump' }, ['data.values.source']],
    [2, { source: 'river' }, ['data.values.source']],
    [2, { consent: undefined }, ['data.values.consent']],
  ] as const)('version %i refuses %j', async ([version, wrong, paths]) => {
    const { displayId: _id, ...data } = dataOf(0, version, { ...answersOf(0, version), ...wrong })
    const { status, body } = await world.as('supervisor')(createSurveyResponse, { body: { data } })
    expect(status).toBe(400)
    const { issues } = body.details as { issues: { path: string }[] }
    expect(issues.map(({ path }) => path)).toEqual(paths)
  })
})

describe('an export has the columns of both versions and every answer', () => {
  const questionColumns = [
    'hamlet',
    'consent',
    'rooms',
    'source',
    'assets_radio',
    'assets_phone',
    'assets_bike',
    'remark',
    'roof',
    'nick',
  ]
  const codes: Readonly<Record<string, string>> = { well: '1', river: '2', tap: '3', pump: '4' }

  /** Uses a new token: a run with many responses takes longer than the validity of the first. */
  const asManager = async () => {
    const claims = { sub: 'uid-manager', email: 'manager@example.org', email_verified: true }
    return world.callWith(await world.tokens.token(claims))
  }
  const exportTo = async (format: surveyExports.ExportFormat): Promise<string> => {
    const notation = { personalData: true, columnNames: 'variables', answers: 'codes' } as const
    const data = { status: 'START', format, filter: { surveyId }, ...notation } as const
    const { id } = (await (await asManager())(surveyExports.createSurveyExport, { body: { data } })).body
    await exportJob.run({ exportId: id }, world.services)
    const { body } = await (await asManager())(surveyExports.getSurveyExport, { params: { id } })
    expect(body).toMatchObject({ status: 'SUCCESS', rowCount: sent.size })
    const { pathname, search } = new URL(body.url ?? '')
    const file = join(folder, format)
    await writeFile(file, (await world.app.inject({ url: pathname + search })).rawPayload)
    return file
  }

  /** Numbers of statistics files have decimals. */
  const plain = (cell: string): string => (/^-?\d+\.0+$/.test(cell) ? cell.replace(/\.0+$/, '') : cell)
  const rowsOf = async (file: string, format: surveyExports.ExportFormat, name: string) => {
    const rows: string[][] = []
    for await (const row of readTable(file, format, name)) rows.push(row.map(plain))
    const [headers = [], ...records] = rows
    return {
      headers,
      records: records.map((row) => new Map(headers.map((header, index) => [header, row[index] ?? '']))),
    }
  }

  test.for(surveyExports.exportFormats)('%s', { timeout }, async (format) => {
    const isStatistics = format === 'dta' || format === 'sav'
    const file = await exportTo(format)
    const data = await rowsOf(file, format, 'data')
    expect(data.headers.slice(data.headers.indexOf('hamlet'))).toEqual(questionColumns)
    expect(data.records).toHaveLength(sent.size)
    const chosen = (values: Answers, asset: string) =>
      values.assets ? String(Number(values.assets.includes(asset))) : ''
    const expectedCells = ({ version, values }: Sent) => [
      String(version),
      values.hamlet,
      values.consent ?? '',
      String(values.rooms ?? ''),
      isStatistics ? (codes[values.source ?? ''] ?? '') : (values.source ?? ''),
      ...['radio', 'phone', 'bike'].map((asset) => chosen(values, asset)),
      // Spreadsheet programs must not compute a text of a csv file.
      values.remark === undefined ? '' : format === 'csv' ? `'${values.remark}` : values.remark,
      values.roof ?? '',
      values.nick ?? '',
    ]
    for (const record of data.records) {
      const displayId = record.get('displayId') ?? ''
      const response = sent.get(displayId)
      if (!response) throw new Error(`an unknown response: ${displayId}`)
      const cells = ['surveyVersion', ...questionColumns].map((name) => record.get(name))
      expect(cells, displayId).toEqual(expectedCells(response))
    }
    expect(new Set(data.records.map((record) => record.get('displayId'))).size).toBe(sent.size)

    const members = await rowsOf(file, format, 'members')
    expect(members.headers).toEqual(['displayId', 'line', 'member', 'age', 'nick'])
    const expectedLines = [...sent].flatMap(([displayId, { values }]) =>
      (values.members ?? []).map(({ member, age, nick = '' }, index) =>
        [displayId, index + 1, member, age, nick].join('|'),
      ),
    )
    const lines = members.records.map((record) => [...record.values()].join('|'))
    expect(lines.toSorted()).toEqual(expectedLines.toSorted())
  })
})
