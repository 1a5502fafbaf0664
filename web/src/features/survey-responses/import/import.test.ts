// @vitest-environment node
import { ask, repeat, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import { writeWorkbook } from '@baseline/tabular/write-workbook.ts'
import { describe, expect, test } from 'vitest'

import { isRefusal } from '#platform/importer/checked-row.ts'
import type { CheckedRow, Refusal } from '#platform/importer/checked-row.ts'
import { openFile } from '#platform/importer/open-import.ts'
import { checkRows } from '#platform/importer/read-import.ts'
import type { Batch } from '#platform/importer/read-import.ts'

import type { ResponsesContext } from './context.ts'
import { readerFor } from './reader.ts'

const yesNo = [
  { value: 'yes', labels: { en: 'Yes', 'pt-BR': 'Sim' } },
  { value: 'no', labels: { en: 'No', 'pt-BR': 'Não' } },
]
const crops = ['maize', 'beans', 'sweet potato'].map((label, index) => ({
  value: `c${String(index)}`,
  labels: { en: label },
}))
const context: ResponsesContext = {
  timeZone: 'Africa/Maputo',
  extra: { surveyId: '0196a5a0-0000-7000-8000-000000000001', supervisorName: 'Rui Macamo' },
  survey: surveyOf(
    [
      ask('choice', 'consent', { list: 'yes_no' }),
      ask('integer', 'rooms', { relevant: "${consent} = 'yes'" }),
      ask('text', 'village', { feeds: 'village' }),
      ask('choices', 'crops', { list: 'crops' }),
      ask('location', 'place'),
      ask('time', 'best_time'),
      ask('text', 'status', { labels: { en: 'Marital status' } }),
      repeat('members', [
        ask('text', 'name', { required: true }),
        ask('integer', 'age', { constraint: '. < 120' }),
      ]),
    ],
    { yes_no: yesNo, crops },
  ),
  language: 'en',
  today: '2026-11-14',
  roles: ['supervisor'],
}
const reader = readerFor(context)
const fixedHeader = [
  'displayId',
  'investigatorName',
  'investigatorMobileNumber',
  'surveyDate',
  'startTime',
  'endTime',
  'status',
  'village',
  'photos',
  'values',
]
const questions = ['consent', 'rooms', 'crops', 'place', 'best_time', 'values.status']

type Cells = Readonly<Record<string, CellValue>>
const sheetOf = (name: string, header: readonly string[], rows: readonly Cells[]) => ({
  name,
  rows: [[...header], ...rows.map((row) => header.map((key) => row[key] ?? null))],
})

const readSheets = async (...sheets: { name: string; rows: CellValue[][] }[]): Promise<Batch | Refusal> => {
  const bytes = await writeWorkbook(sheets)
  const tables = await openFile(new File([new Uint8Array(bytes)], 'responses.xlsx'), reader)
  if (isRefusal(tables)) return tables
  for await (const batch of checkRows(tables, reader, context)) return batch
  throw new Error('no rows')
}

const ana = { investigatorName: 'Ana Sitoe' }
const memberHeader = ['displayId', 'row', 'name', 'age']

const readRows = async (
  header: readonly string[],
  rows: readonly Cells[],
  members: readonly Cells[] = [],
): Promise<Batch> => {
  const sheets = [
    sheetOf(
      'data',
      header,
      rows.map((row) => ({ ...ana, ...row })),
    ),
  ]
  if (members.length > 0) sheets.push(sheetOf('members', memberHeader, members))
  const read = await readSheets(...sheets)
  if (isRefusal(read)) throw new Error(JSON.stringify(read))
  return read
}
const problemsOf = ({ problems }: Pick<CheckedRow, 'problems'>) =>
  problems.map(({ column, key }) => [column, key])

describe('§5 answers as JSON', () => {
  const readAnswers = async (...answers: string[]) =>
    (
      await readRows(
        fixedHeader,
        answers.map((values) => ({ values })),
      )
    ).rows

  test('reports answers to irrelevant questions at their cell before anything is sent', async () => {
    const [refusedRow, acceptedRow] = await readAnswers('{"rooms": 3}', '{"consent": "yes", "rooms": 3}')
    const key = 'entities.surveys.validation.notAsked'
    expect(refusedRow?.problems).toEqual([{ column: 'values', key, params: { keys: 'rooms' } }])
    expect(acceptedRow?.problems).toEqual([])
  })

  test('treats rows as equal regardless of whitespace and key order', async () => {
    const [, spacedRow, reorderedRow, otherRow] = await readAnswers(
      '{"consent":"yes","rooms":3}',
      ' { "consent" : "yes",\n "rooms": 3.0 }',
      '{"rooms":3,"consent":"yes"}',
      '{"rooms":4,"consent":"yes"}',
    )
    const repeated = [{ column: undefined, key: 'importer.errors.repeated', params: { line: 2 } }]
    expect([spacedRow?.problems, reorderedRow?.problems, otherRow?.problems]).toEqual([
      repeated,
      repeated,
      [],
    ])
    expect(reorderedRow?.texts).toContain('{"rooms":3,"consent":"yes"}')
  })
})

describe('§5 one column per question', () => {
  const header = [...fixedHeader, ...questions]

  test('reads the same answers from codes, labels in any language, and spreadsheet values', async () => {
    const byCode = {
      consent: 'yes',
      rooms: 3,
      village: 'Xinavane',
      crops: 'c0 c2',
      place: '-25.4, 32.8 6',
      best_time: '16:30',
      'values.status': 'widowed',
    }
    const byLabel = {
      ...byCode,
      consent: ' SIM ',
      rooms: '3',
      crops: 'Sweet Potato; maize',
      place: '-25.40 32.8 6',
      best_time: 16.5 / 24,
    }
    const [codeRow, labelRow] = (await readRows(header, [byCode, byLabel])).rows
    expect(codeRow?.problems).toEqual([])
    expect(codeRow?.data).toMatchObject({
      investigatorName: 'Ana Sitoe',
      values: {
        consent: 'yes',
        rooms: 3,
        village: 'Xinavane',
        crops: ['c0', 'c2'],
        place: { latitude: -25.4, longitude: 32.8, accuracy: 6 },
        best_time: '16:30',
        status: 'widowed',
      },
    })
    // The rows are equal, although they are written differently.
    expect(labelRow?.hash).toBe(codeRow?.hash)
    expect(problemsOf(labelRow ?? { problems: [] })).toEqual([[undefined, 'importer.errors.repeated']])
  })

  test('shows each problem in the cell that causes it', async () => {
    const { rows } = await readRows(header, [
      { consent: 'maybe', rooms: 'three' },
      { consent: 'no', rooms: 3 },
      { consent: 'yes', rooms: 'three', best_time: '25:00', place: 'here' },
      { consent: 'yes', values: '{"consent":"no"}' },
      { consent: 'yes', rooms: 'three', crops: 'rice' },
    ])
    expect(rows.map(problemsOf)).toEqual([
      [['consent', 'validation.mixed.oneOf']],
      [['rooms', 'entities.surveys.validation.notAskedHere']],
      [
        ['rooms', 'entities.surveys.validation.number'],
        ['place', 'entities.surveys.validation.location'],
        ['best_time', 'entities.surveys.validation.time'],
      ],
      [['values', 'entities.surveyResponses.importer.answersTwice']],
      [
        ['crops', 'validation.mixed.oneOf'],
        ['rooms', 'entities.surveys.validation.number'],
      ],
    ])
  })

  test('refuses unknown columns and sheets by name, and files with only some question columns', async () => {
    const noNames = { unknown: [], missing: [], repeated: [] }
    const refusal = (names: object) => ({ key: 'invalidFileUpload', names: { ...noNames, ...names } })
    expect(await readSheets(sheetOf('data', [...header, 'salary'], [ana]))).toEqual(
      refusal({ unknown: ['salary'] }),
    )
    expect(await readSheets(sheetOf('data', [...fixedHeader, 'consent'], [ana]))).toEqual(
      refusal({ missing: questions.slice(1) }),
    )
    expect(
      await readSheets(sheetOf('data', header, [ana]), sheetOf('animals', ['kind'], [{ kind: 'x' }])),
    ).toEqual(refusal({ sheets: ['animals'] }))
    expect(
      await readSheets(
        sheetOf('data', header, [ana]),
        sheetOf('members', [...memberHeader, 'sex'], [{ row: 2 }]),
      ),
    ).toEqual({ ...refusal({ unknown: ['sex'] }), sheet: 'members' })
    // A heading can be a label if only one column has it.
    const labels = header.map((key) => (key === 'values.status' ? 'marital status' : key))
    expect(await readSheets(sheetOf('data', labels, [ana]))).toMatchObject({ rows: [{ problems: [] }] })
  })
})

describe('§5 a repeat on a separate sheet', () => {
  const header = [...fixedHeader, ...questions]

  test('joins rows to responses by Survey Id or row number, in sheet order', async () => {
    const { rows, strays } = await readRows(
      header,
      [{ displayId: 'A-1' }, { consent: 'yes' }],
      [
        { displayId: 'a-1', name: 'Helena', age: 52 },
        { row: 3, name: 'Tomás', age: 27 },
        { displayId: 'A-1', name: 'Ivone' },
      ],
    )
    expect(rows.map(({ data }) => data['values'])).toEqual([
      { members: [{ name: 'Helena', age: 52 }, { name: 'Ivone' }] },
      { consent: 'yes', members: [{ name: 'Tomás', age: 27 }] },
    ])
    expect(strays).toEqual([])
  })

  test('reports problems in the cells of the sheet, and includes its rows in the hash', async () => {
    const read = async (age: CellValue) => {
      const { rows } = await readRows(
        header,
        [{ displayId: 'A-1' }],
        [
          { displayId: 'A-1', name: 'Helena', age: 52 },
          { displayId: 'A-1', name: 'Tomás', age },
        ],
      )
      return rows[0]
    }
    const wrongRow = await read(200)
    expect(wrongRow?.problems).toEqual([])
    expect(wrongRow?.lines?.map(({ sheet, line, problems }) => [sheet, line, problems.length])).toEqual([
      ['members', 2, 0],
      ['members', 3, 1],
    ])
    expect(wrongRow?.lines?.[1]?.problems[0]).toMatchObject({
      column: 'age',
      key: 'entities.surveys.validation.constraint',
    })
    expect((await read(27))?.hash).not.toBe((await read(28))?.hash)
    expect((await read(27))?.hash).toBe((await read('27'))?.hash)
  })

  test('lists rows that belong to no response', async () => {
    const { strays } = await readRows(
      header,
      [{ displayId: 'A-1' }, { displayId: 'A-1', consent: 'yes' }],
      [
        { name: 'No reference' },
        { displayId: 'B-1', name: 'Unknown' },
        { row: 9, name: 'Too far' },
        { displayId: 'A-1', name: 'Two of them' },
        { displayId: 'B-2', row: 2, name: 'Another id' },
      ],
    )
    expect(strays.map(({ line, problems }) => [line, ...problemsOf({ problems })])).toEqual([
      [2, ['displayId', 'importer.errors.rowNeeded']],
      [3, ['displayId', 'importer.errors.idUnknown']],
      [4, ['row', 'importer.errors.rowUnknown']],
      [5, ['displayId', 'importer.errors.idRepeated']],
      [6, ['displayId', 'importer.errors.rowOther']],
    ])
  })
})
