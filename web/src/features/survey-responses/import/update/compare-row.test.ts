// @vitest-environment node
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { ask, repeat, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import { writeWorkbook } from '@baseline/tabular/write-workbook.ts'
import { describe, expect, test } from 'vitest'

import { isRefusal } from '#platform/importer/checked-row.ts'
import { unpackRow } from '#platform/importer/file-row.ts'
import { openFile } from '#platform/importer/open-import.ts'
import { checkRows } from '#platform/importer/read-import.ts'

import { aResponse } from '../../testing/a-response.ts'
import { compareRow } from './compare-row.ts'
import type { Comparison } from './compare-row.ts'
import { updateReaderFor } from './reader.ts'
import { unionSurvey } from './union-survey.ts'

const yesNo = [
  { value: 'yes', labels: { en: 'Yes', 'pt-BR': 'Sim' } },
  { value: 'no', labels: { en: 'No', 'pt-BR': 'Não' } },
]
// Two choices have the same label and differ only by code.
const soils = ['s1', 's2', 's3'].map((value, index) => ({
  value,
  labels: { en: index < 2 ? 'Clay' : 'Sand' },
}))
const survey = surveyOf(
  [
    ask('text', 'hamlet', { feeds: 'village', labels: { en: 'Hamlet' } }),
    ask('choice', 'consent', { list: 'yes_no', labels: { en: 'May we ask?' } }),
    ask('integer', 'rooms', { relevant: "${consent} = 'yes'", labels: { en: 'Rooms' } }),
    ask('choice', 'soil', { list: 'soils', labels: { en: 'Soil' } }),
    ask('choices', 'treats', { list: 'yes_no', labels: { en: 'Treats' } }),
    ask('location', 'place', { labels: { en: 'Place' } }),
    repeat('members', [
      ask('text', 'name', { labels: { en: 'Name' } }),
      ask('integer', 'age', { labels: { en: 'Age' } }),
    ]),
  ],
  { yes_no: yesNo, soils },
)
const older = surveyOf([ask('text', 'gone', { labels: { en: 'Gone' } })])

const record: SurveyResponse = {
  ...aResponse,
  displayId: 'A-1',
  surveyVersion: 2,
  surveyDate: '2026-11-12',
  startTime: '2026-11-12T07:00:30.250Z',
  endTime: '2026-11-12T08:00:00.000Z',
  investigatorMobileNumber: '0841',
  values: {
    hamlet: 'Mucupia',
    consent: 'yes',
    rooms: 3,
    soil: 's2',
    treats: ['yes'],
    place: { latitude: -25.4, longitude: 32.8, accuracy: 6 },
    members: [
      { name: 'Helena', age: 52 },
      { name: 'Tomás', age: 27 },
    ],
  },
}

/** The row as an export writes it. */
const exported: Record<string, CellValue> = {
  'Survey Id': 'A-1',
  Status: 'Submitted',
  Start: new Date(Date.UTC(2026, 10, 12, 9, 0, 30)),
  Enumerator: 'Ana',
  Village: 'Mucupia',
  'Record version': 3,
  'May we ask?': 'Yes',
  Rooms: 3,
  Soil: 'Clay',
  'Treats / Yes': 1,
  'Treats / No': 0,
  'Place / Latitude': -25.4,
  'Place / Longitude': 32.8,
  'Place / Accuracy in metres': 6,
  Gone: null,
}
const lines: Record<string, CellValue>[] = [
  { 'Survey Id': 'A-1', Line: 1, Age: 52 },
  { 'Survey Id': 'A-1', Line: 2, Age: 27 },
]

const compare = async (
  changedCells: Record<string, CellValue>,
  {
    members = lines,
    record: storedRecord = record,
    survey: responseSurvey = survey,
    latest = responseSurvey,
    exportedKeys = Object.keys(exported),
    codebook = [],
  }: {
    members?: Record<string, CellValue>[]
    record?: SurveyResponse
    /** The version of the response. */
    survey?: SurveyDefinition
    /** The latest version. */
    latest?: SurveyDefinition
    /** The columns of the export. */
    exportedKeys?: string[]
    codebook?: CellValue[][]
  } = {},
): Promise<Comparison | undefined> => {
  const union = unionSurvey([latest, responseSurvey, older])
  const row = {
    ...Object.fromEntries(exportedKeys.map((key) => [key, exported[key] ?? null])),
    ...changedCells,
  }
  const sheet = (name: string, head: string[], rows: Record<string, CellValue>[]) => ({
    name,
    rows: [head, ...rows.map((cells) => head.map((key) => cells[key] ?? null))],
  })
  const bytes = await writeWorkbook([
    sheet('data', Object.keys(row), [row]),
    ...(members.length > 0 ? [sheet('members', ['Survey Id', 'Line', 'Age'], members)] : []),
    {
      name: 'codebook',
      rows: [
        ['Sheet', 'Column', 'Variable', 'Key', 'Type', 'Label', 'Versions', 'Value', 'Code'],
        ...codebook,
      ],
    },
  ])
  const context = { timeZone: 'Africa/Maputo', extra: {}, survey: union, language: 'en' }
  const reader = updateReaderFor(context)
  const tables = await openFile(new File([new Uint8Array(bytes)], 'export.xlsx'), reader)
  if (isRefusal(tables)) throw new Error(JSON.stringify(tables))
  const statusNames = new Map([
    ['submitted', 'submitted'],
    ['verified', 'verified'],
  ])
  for await (const { rows } of checkRows(tables, reader, context)) {
    const file = rows[0]?.file
    if (file)
      return compareRow(storedRecord, unpackRow(file), union, {
        survey: responseSurvey,
        language: 'en',
        today: '2026-11-14',
        statusNames,
      })
  }
  throw new Error('no rows')
}
const changesOf = (comparison: Comparison | undefined) => [
  ...(comparison?.fields ?? []).map(({ key, before, after }) => [key, before, after]),
  ...(comparison?.answers ?? []).map(({ question, repeat: repeatRow, before, after }) => [
    repeatRow ? `${repeatRow.key}.${String(repeatRow.number)}.${question?.key ?? ''}` : question?.key,
    before,
    after,
  ]),
]
const problemsOf = (comparison: Comparison | undefined) =>
  comparison?.issues.map(({ path, key }) => [path, key])

describe('an exported row', () => {
  test('changes nothing if it is unmodified, regardless of its version', async () => {
    expect(await compare({})).toBeUndefined()
    expect(await compare({ 'Record version': 1, Status: 'Verified' })).toBeUndefined()
  })

  test('changes no name if the export has pseudonyms instead', async () => {
    const pseudonyms = { 'Enumerator (pseudonym)': 'E-7K3QF2M9XA', 'Supervisor (pseudonym)': 'S-7K3QF2M9XA' }
    const exportedKeys = Object.keys(exported).filter((key) => key !== 'Enumerator')
    expect(await compare(pseudonyms, { exportedKeys })).toBeUndefined()
    const codes = { investigatorNamePseudonym: 'E-7K3QF2M9XA', emailPseudonym: 'U-7K3QF2M9XA' }
    expect(await compare(codes, { exportedKeys })).toBeUndefined()
  })

  test('is matched by variable names and codes', async () => {
    const codedCells = {
      displayId: 'A-1',
      status: 'submitted',
      version: 3,
      village: 'Mucupia',
      consent: 'yes',
      rooms: 3,
      soil: 's2',
      treats_yes: 1,
      treats_no: 0,
      place_latitude: -25.4,
      place_longitude: 32.8,
      place_accuracy: 6,
    }
    expect(await compare(codedCells, { members: [], exportedKeys: [] })).toBeUndefined()
    expect(
      changesOf(
        await compare({ ...codedCells, soil: 's1', treats_no: 1 }, { members: [], exportedKeys: [] }),
      ),
    ).toEqual([
      ['soil', 's2', 's1'],
      ['treats', ['yes'], ['yes', 'no']],
    ])
  })

  test('is matched by the codebook if its headings are unknown', async () => {
    const line = (heading: string, key: string, versions: string | null) => [
      'data',
      heading,
      '',
      key,
      '',
      '',
      versions,
    ]
    const codebook = [line('A', 'rooms', '1 2'), line('B', 'treats/no', '2'), line('C', 'village', null)]
    const cells = { displayId: 'A-1', version: 3, A: 4, B: 1, C: 'Mucupia' }
    const options = { members: [], exportedKeys: [], codebook }
    expect(changesOf(await compare(cells, options))).toEqual([
      ['rooms', 3, 4],
      ['treats', ['yes'], ['yes', 'no']],
    ])
  })

  test('applies its cells, clears blank cells, and keeps fields without a column', async () => {
    const comparison = await compare({
      Enumerator: 'Ana Sitoe',
      Rooms: 4,
      'Treats / Yes': 0,
      'Treats / No': 1,
      'Place / Accuracy in metres': null,
      Soil: 'Sand',
    })
    expect(changesOf(comparison)).toEqual([
      ['investigatorName', 'Ana', 'Ana Sitoe'],
      ['rooms', 3, 4],
      ['soil', 's2', 's3'],
      ['treats', ['yes'], ['no']],
      ['place', { latitude: -25.4, longitude: 32.8, accuracy: 6 }, { latitude: -25.4, longitude: 32.8 }],
    ])
    expect(comparison?.issues).toEqual([])
    expect(comparison?.data).toMatchObject({
      investigatorName: 'Ana Sitoe',
      supervisorName: 'Rui',
      // These columns are not in the file.
      districtName: 'Beira',
      investigatorMobileNumber: '0841',
      photos: [{ url: 'https://photos.example.org/1.jpg' }],
      values: {
        ...record.values,
        rooms: 4,
        soil: 's3',
        treats: ['no'],
        place: { latitude: -25.4, longitude: 32.8 },
      },
    })
    expect(comparison?.data).not.toHaveProperty('status')
    expect(changesOf(await compare({ Soil: null }))).toEqual([['soil', 's2', null]])
  })

  test('changes a column that a question fills through the answer', async () => {
    const comparison = await compare({ Village: 'Calanga' })
    expect(changesOf(comparison)).toEqual([['hamlet', 'Mucupia', 'Calanga']])
    expect(comparison?.data).toMatchObject({ village: null, values: { hamlet: 'Calanga' } })
  })

  test('compares the cell of a question with the column that it fills, by label or code', async () => {
    const districts = ['Beira', 'Dondo'].map((label, index) => ({
      value: `d${String(index)}`,
      labels: { en: label, 'pt-BR': `${label} (pt)` },
    }))
    const latestSurvey = surveyOf(
      [ask('choice', 'area', { list: 'districts', feeds: 'districtName', labels: { en: 'Area' } })],
      {
        districts,
      },
    )
    const answeredRecord = { ...record, values: { area: 'd0' } }
    const options = {
      members: [],
      record: answeredRecord,
      survey: latestSurvey,
      exportedKeys: ['Survey Id', 'Record version'],
    }
    for (const cell of ['Beira', 'beira (PT)', 'd0'])
      expect(await compare({ Area: cell }, options)).toBeUndefined()
    // The column was corrected to a value that is not a choice. The export contains it, so it is no
    // difference.
    const correctedOptions = { ...options, record: { ...answeredRecord, districtName: 'Nhamatanda' } }
    expect(await compare({ Area: 'Nhamatanda' }, correctedOptions)).toBeUndefined()
    const comparison = await compare({ Area: 'Dondo (pt)' }, correctedOptions)
    expect(changesOf(comparison)).toEqual([['area', 'Nhamatanda', 'd1']])
    expect(comparison?.data).toMatchObject({ districtName: null, values: { area: 'd1' } })
    // An older version asks the question with another key, or not at all.
    const olderSurvey = surveyOf([ask('text', 'where', { feeds: 'districtName' })])
    const olderOptions = {
      ...options,
      record: { ...answeredRecord, values: { where: 'Beira' } },
      survey: olderSurvey,
      latest: latestSurvey,
    }
    expect(changesOf(await compare({ Area: 'Dondo' }, olderOptions))).toEqual([['where', 'Beira', 'Dondo']])
    const unaskedOptions = {
      ...olderOptions,
      survey: surveyOf([ask('text', 'other')]),
      record: { ...answeredRecord, values: {} },
    }
    expect(changesOf(await compare({ Area: 'Dondo' }, unaskedOptions))).toEqual([
      ['districtName', 'Beira', 'Dondo'],
    ])
    expect(await compare({ Area: 'Beira' }, unaskedOptions)).toBeUndefined()
  })

  test('changes rows of a repeat, and keeps answers without a column', async () => {
    const [first = {}, second = {}] = lines
    const corrected = await compare({}, { members: [first, { ...second, Age: 28 }] })
    expect(changesOf(corrected)).toEqual([['members.2.age', 27, 28]])
    expect(corrected?.data?.values['members']).toEqual([
      { name: 'Helena', age: 52 },
      { name: 'Tomás', age: 28 },
    ])
    const removed = await compare({}, { members: [second] })
    expect(changesOf(removed)).toEqual([['members.1.', { name: 'Helena', age: 52 }, undefined]])
    expect(removed?.data?.values['members']).toEqual([{ name: 'Tomás', age: 27 }])
    const added = await compare({}, { members: [...lines, { 'Survey Id': 'A-1', Age: 4 }] })
    expect(changesOf(added)).toEqual([['members.3.', undefined, { age: 4 }]])
  })
})

describe('refuses a changed row', () => {
  test.for<[string, Record<string, CellValue>, Partial<SurveyResponse>, string[][]]>([
    [
      'if the record was edited in the meantime',
      { Rooms: 4 },
      { version: 4 },
      [['', 'entities.surveyResponses.corrections.stale']],
    ],
    [
      'if the record is approved',
      { Rooms: 4 },
      { status: 'approved' },
      [['', 'entities.surveyResponses.corrections.readOnly']],
    ],
    [
      'if the status was changed',
      { Status: 'Verified' },
      {},
      [['status', 'entities.surveyResponses.corrections.status']],
    ],
    [
      'if an answer is invalid',
      { Rooms: 'many' },
      {},
      [['values.rooms', 'entities.surveys.validation.number']],
    ],
    [
      'if it answers a question that is no longer relevant',
      { 'May we ask?': 'no' },
      {},
      [['values.rooms', 'entities.surveys.validation.notAskedHere']],
    ],
    [
      'if it answers a question that is not in its version',
      { Gone: 'x' },
      {},
      [['values.gone', 'entities.surveys.validation.notAskedHere']],
    ],
    ['if a name is missing', { Enumerator: null }, {}, [['investigatorName', 'validation.mixed.required']]],
  ])('%s', async ([, changedCells, recordChanges, problems]) => {
    expect(problemsOf(await compare(changedCells, { record: { ...record, ...recordChanges } }))).toEqual(
      problems,
    )
  })
})
