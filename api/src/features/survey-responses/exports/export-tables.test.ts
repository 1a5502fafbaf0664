import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { describe, expect, test } from 'vitest'

import { translatorFor } from '../../../platform/http/language.ts'
import { definitionOf } from '../../../testing/surveys.ts'
import { buildCodebook } from './codebook.ts'
import type { ExportColumn, ExportLocale } from './column.ts'
import { exportTables } from './export-tables.ts'
import type { ExportTable, TableOptions } from './export-tables.ts'
import { unionOfVersions } from './union-of-versions.ts'

const words = {
  t: translatorFor('en'),
  language: 'en',
  defaultLanguage: 'en',
  timeZone: 'UTC',
  answers: 'labels',
  pseudonymOf: (letter: string, person: string) => `${letter}-${person.length}`,
} as const
const options = { format: 'xlsx', personalData: true, columnNames: 'labels' } as const

type QuestionInput = Pick<Question, 'key' | 'type'> & Partial<Question>
const question = (input: QuestionInput): Question => ({
  kind: 'question',
  required: false,
  personal: false,
  labels: { en: input.key },
  ...input,
})

/** Returns the table of the responses for these versions. */
const tableOf = (...versions: Partial<SurveyDefinition>[]): ExportTable => tableWith({}, ...versions)
const tableWith = (
  { language = 'en', answers = 'labels', ...more }: Partial<TableOptions & ExportLocale>,
  ...versions: Partial<SurveyDefinition>[]
): ExportTable => {
  const definitionVersions = versions.map((version, index) => ({
    version: index + 1,
    definition: definitionOf(version),
  }))
  const locale = { ...words, language, answers }
  const [table] = exportTables(unionOfVersions(definitionVersions), locale, { ...options, ...more })
  if (!table) throw new Error('no table')
  return table
}
const columnOf = ({ columns }: ExportTable, key: string): ExportColumn => {
  // The columns of questions come after the columns of every survey.
  const column = columns.findLast((one) => one.key === key)
  if (!column) throw new Error(`no column ${key}`)
  return column
}

const choosing = (...values: string[]): Partial<SurveyDefinition> => ({
  choices: { water: values.map((value) => ({ value, labels: { en: value } })) },
  items: [question({ key: 'source', type: 'choice', list: 'water' })],
})
const codesAfter = (...versions: string[][]): Record<string, number> =>
  Object.fromEntries(
    columnOf(tableOf(...versions.map((values) => choosing(...values))), 'source').choices.map(
      ({ value, code }) => [value, code],
    ),
  )

test('a choice keeps its code when later versions change the list', () => {
  expect(codesAfter(['well', 'river'])).toEqual({ well: 1, river: 2 })
  expect(codesAfter(['well', 'river'], ['tap', 'river', 'rain', 'well'])).toEqual({
    well: 1,
    river: 2,
    tap: 3,
    rain: 4,
  })
  // A choice that a version removes keeps its code, and no later choice reuses it.
  expect(codesAfter(['well', 'river'], ['river'], ['river', 'tap'])).toEqual({ well: 1, river: 2, tap: 3 })
})

test('a numeric value is its own code; other values get new codes', () => {
  expect(codesAfter(['0', '1', '2', '98'])).toEqual({ 0: 0, 1: 1, 2: 2, 98: 98 })
  expect(codesAfter(['0', '1', '2', '98'], ['0', 'other', '1', '3', '2', '98'])).toEqual({
    0: 0,
    1: 1,
    2: 2,
    3: 3,
    98: 98,
    other: 99,
  })
  // The value 2 cannot be its own code: in an earlier export, 2 means river.
  expect(codesAfter(['well', 'river'], ['2', 'well', 'river', '7'])).toEqual({
    well: 1,
    river: 2,
    7: 7,
    2: 8,
  })
})

test('assigns no code twice', () => {
  const codes = Object.values(codesAfter(['-1', '-0', '0', '01', 'a'], ['3', '4', '5', '1', 'b']))
  expect(new Set(codes).size).toBe(codes.length)
})

test('the column and the codebook have the same codes', () => {
  const table = tableOf(choosing('well', 'river'), choosing('tap', 'well', 'river'))
  const { code } = columnOf(table, 'source')
  expect(['tap', 'well', 'river', 'gone'].map((source) => code?.({ values: { source } }))).toEqual([
    3,
    1,
    2,
    null,
  ])
  const lines = buildCodebook([table], words).rows.filter(([, , variable]) => variable === 'source')
  expect(lines.map((line) => line.slice(-2))).toEqual([
    [null, null],
    ['tap', 3],
    ['well', 1],
    ['river', 2],
  ])
})

test.for<[Question['type'][], string, string]>([
  [['integer', 'number'], 'number', 'number'],
  [['number', 'integer', 'integer'], 'number', 'number'],
  [['integer', 'integer'], 'integer', 'number'],
  [['integer', 'text', 'number'], 'text', 'text'],
  [['date', 'number'], 'text', 'text'],
  [['time', 'date'], 'text', 'text'],
])('a question of types %j becomes a column of type %s', ([types, type, kind]) => {
  const versions = types.map((one) => ({ items: [question({ key: 'rooms', type: one })] }))
  expect(columnOf(tableOf(...versions), 'rooms')).toMatchObject({ type, kind })
})

test('writes numbers of every version as numbers', () => {
  const versions = (['integer', 'number'] as const).map((type) => ({
    items: [question({ key: 'rooms', type })],
  }))
  const { cell } = columnOf(tableOf(...versions), 'rooms')
  expect([3, 2.5, undefined].map((rooms) => cell({ values: { rooms } }))).toEqual([3, 2.5, null])
})

test('headers are unique regardless of labels, keys and case, and the codebook lists their variables', () => {
  const labelled = (key: string, label: string) => question({ key, type: 'text', labels: { en: label } })
  const table = tableOf({
    items: [
      labelled('village', 'Village'),
      labelled('Village', 'VILLAGE'),
      labelled('said_so', 'village (VILLAGE_2)'),
      labelled('comment', 'Comment'),
      labelled('comment-2', 'comment'),
    ],
  })
  const headers = table.columns.map(({ header }) => header)
  expect(new Set(headers.map((header) => header.toLowerCase())).size).toBe(headers.length)
  expect(headers).toEqual(
    expect.arrayContaining([
      'Village (village)',
      'Village (village_2) 2',
      'VILLAGE (Village_3)',
      'village (VILLAGE_2)',
      'Comment (comment)',
      'comment (comment_2)',
    ]),
  )
  const lines = buildCodebook([table], words).rows.filter(([, , , key]) => key === 'village')
  // Only the column of the question has versions.
  expect(lines.map(([, header, variable, , , , versions]) => [header, variable, versions])).toEqual([
    ['Village (village)', 'village', null],
    ['Village (village_2) 2', 'village_2', '1'],
  ])
})

describe('a question that feeds a column is merged with the column', () => {
  const labels = { en: 'Name of the village', pt: 'Nome da aldeia' }
  const byText: Partial<SurveyDefinition> = {
    items: [question({ key: 'q_village', type: 'text', labels, feeds: 'village' })],
  }
  const byChoice: Partial<SurveyDefinition> = {
    languages: ['en', 'pt'],
    choices: {
      villages: [
        { value: '101', labels: { en: 'Gondola', pt: 'Gôndola' } },
        { value: '102', labels: { en: 'Tete', pt: 'Tete' } },
      ],
    },
    items: [question({ key: 'q_village', type: 'choice', list: 'villages', labels, feeds: 'village' })],
  }
  const headersAbout = ({ columns }: ExportTable) =>
    columns.filter(({ key }) => key.endsWith('village')).map(({ header }) => header)
  const rows = [
    { village: 'Gondola', values: { q_village: '101' } },
    // The column was corrected later, to another choice and to a text that is not a choice.
    { village: 'Tete', values: { q_village: '101' } },
    { village: 'Nhamatanda', values: { q_village: '101' } },
    { village: null, values: { q_village: '102' } },
    { village: null, values: {} },
  ]

  test('has one column, with the label of the question and the value that lists show', () => {
    const table = tableOf(byText)
    expect(headersAbout(table)).toEqual(['Name of the village'])
    expect(table.reads).toContain('village')
    const { cell } = columnOf(table, 'q_village')
    expect(cell({ village: 'Gondola', values: { q_village: 'gondola' } })).toBe('Gondola')
    expect(cell({ village: null, values: { q_village: 'Tete' } })).toBe('Tete')
  })

  test('writes a choice as its label in the language of the export, or as its code', () => {
    const cellsWith = (more: Partial<TableOptions & ExportLocale>) =>
      rows.map((row) => columnOf(tableWith(more, byChoice), 'q_village').cell(row))
    expect(cellsWith({ language: 'pt' })).toEqual(['Gôndola', 'Tete', 'Nhamatanda', 'Tete', null])
    expect(cellsWith({ answers: 'codes' })).toEqual(['101', '102', 'Nhamatanda', '102', null])
  })

  test('keeps the text column in Stata and SPSS files, which hold a choice as a number', () => {
    const table = tableWith({ format: 'dta', columnNames: 'variables' }, byChoice)
    expect(headersAbout(table)).toEqual(['village', 'q_village'])
    const [name, number] = [columnOf(table, 'village'), columnOf(table, 'q_village')]
    expect(rows.map((row) => [name.cell(row), number.code?.(row)])).toEqual([
      ['Gondola', 101],
      ['Tete', 102],
      ['Nhamatanda', null],
      [null, 102],
      [null, null],
    ])
    expect(headersAbout(tableWith({ format: 'sav' }, byText))).toEqual(['Name of the village'])
  })

  test('has one column if another question fed it in an older version', () => {
    const older = { items: [question({ key: 'old_village', type: 'text', feeds: 'village' })] }
    const table = tableOf(older, byText)
    expect(headersAbout(table)).toEqual(['Name of the village'])
    const { cell } = columnOf(table, 'q_village')
    expect(cell({ village: 'Gondola', values: { old_village: 'Gondola' } })).toBe('Gondola')
  })

  test('writes a location as three numbers once, and only if personal data was requested', () => {
    const place = { items: [question({ key: 'place', type: 'location', feeds: 'location' })] }
    const about = (personalData: boolean) =>
      tableWith({ personalData }, place)
        .columns.map(({ key }) => key)
        .filter((key) => /itude|accuracy/.test(key))
    expect(about(false)).toEqual([])
    expect(about(true)).toEqual(['place/latitude', 'place/longitude', 'place/accuracy'])
    const { cell } = columnOf(tableWith({ personalData: true }, place), 'place/longitude')
    expect(cell({ latitude: 1, longitude: 2, values: { place: { latitude: 8, longitude: 9 } } })).toBe(2)
    expect(cell({ latitude: null, values: { place: { latitude: 8, longitude: 9 } } })).toBe(9)
  })
})

describe('without personal data', () => {
  const keysOf = (format: TableOptions['format'], ...versions: Partial<SurveyDefinition>[]): string[] =>
    tableWith({ format, personalData: false }, ...versions).columns.map(({ key }) => key)
  const district = (more: Partial<Question>): Partial<SurveyDefinition> => ({
    choices: { districts: [{ value: '1', labels: { en: 'Manica' } }] },
    items: [question({ key: 'area', type: 'choice', list: 'districts', feeds: 'districtName', ...more })],
  })

  test.for(['xlsx', 'dta'] as const)('%s: a column holds no answers to a personal question', (format) => {
    expect(keysOf(format, district({}))).toContain('area')
    const marked = district({ personalOverride: true })
    const unfed = { items: [question({ key: 'area', type: 'text' })] }
    // Also if only an older version is marked, or fills the column.
    for (const versions of [[marked], [marked, district({})], [marked, unfed]])
      for (const key of ['area', 'districtName']) expect(keysOf(format, ...versions)).not.toContain(key)
  })

  test('a new version of the author corrects a rule for the answers of older versions', () => {
    const landlady = (more: Partial<Question>) => ({
      items: [question({ key: 'landlady_name', type: 'text', ...more })],
    })
    expect(keysOf('xlsx', landlady({}))).not.toContain('landlady_name')
    expect(keysOf('xlsx', landlady({}), landlady({ personalOverride: false }))).toContain('landlady_name')
  })

  test('names of staff are pseudonyms, also if a question fills them', () => {
    const items = [question({ key: 'who', type: 'text', feeds: 'investigatorName' })]
    const table = tableWith({ personalData: false }, { items })
    expect(table.columns.map(({ key }) => key)).not.toContain('who')
    const { cell } = columnOf(table, 'investigatorNamePseudonym')
    expect(cell({ investigator_name: 'Ana', values: { who: 'Ana' } })).toBe('E-3')
    expect(cell({ investigator_name: null, values: {} })).toBeNull()
  })
})

test('uses variable names as headers and lists them with their labels in the codebook', () => {
  const items = [
    question({ key: 'rooms', type: 'integer', labels: { en: 'Rooms' } }),
    question({ key: 'status', type: 'text', labels: { en: 'Status of the house' } }),
  ]
  const table = tableWith({ columnNames: 'variables' }, { items })
  const headers = table.columns.map(({ header }) => header)
  expect(headers.slice(0, 3)).toEqual(['displayId', 'status', 'surveyDate'])
  expect(headers.slice(-2)).toEqual(['rooms', 'status_2'])
  const lines = buildCodebook([table], words).rows.filter(([, , , key]) => key === 'rooms')
  expect(lines.map((line) => line.slice(1, 6))).toEqual([['rooms', 'rooms', 'rooms', 'integer', 'Rooms']])
})

test('writes the answers of further types, with numbers as numbers', () => {
  const table = tableOf({
    choices: { crops: ['maize', 'beans'].map((value) => ({ value, labels: { en: value.toUpperCase() } })) },
    items: [
      question({ key: 'when', type: 'dateTime' }),
      question({ key: 'code', type: 'barcode' }),
      question({ key: 'score', type: 'range' }),
      question({ key: 'path', type: 'line' }),
      question({ key: 'order', type: 'rank', list: 'crops' }),
      question({ key: 'total', type: 'calculated', calculation: '1', result: 'number' }),
      question({ key: 'greeting', type: 'calculated', calculation: "'a'", result: 'text' }),
      question({ key: 'device', type: 'metadata', metadata: 'deviceid' }),
    ],
  })
  const values = {
    when: '2026-03-31T14:30',
    code: '40',
    score: 4,
    path: {
      type: 'LineString',
      coordinates: [
        [32.5, -25.9],
        [32.6, -25.8],
      ],
    },
    order: ['beans', 'maize'],
    total: 12,
    greeting: 'Hello',
    device: 'd1',
  }
  const cells = Object.keys(values).map((key) => {
    const { kind, cell } = columnOf(table, key)
    return [kind, cell({ values })]
  })
  expect(cells).toEqual([
    ['text', '2026-03-31T14:30'],
    ['text', '40'],
    ['number', 4],
    ['text', '{"type":"LineString","coordinates":[[32.5,-25.9],[32.6,-25.8]]}'],
    ['text', 'BEANS; MAIZE'],
    ['number', 12],
    ['text', 'Hello'],
    ['text', 'd1'],
  ])
  const described = buildCodebook([table], words).rows.map((row) => row[4])
  expect(described).toEqual(expect.arrayContaining(['dateTime', 'rank', 'calculated', 'metadata']))
})

test('leaves out the device and the interviewer without personal data', () => {
  const items = (['deviceid', 'username', 'today'] as const).map((metadata) =>
    question({ key: metadata, type: 'metadata', metadata }),
  )
  const keys = tableWith({ personalData: false }, { items }).columns.map(({ key }) => key)
  expect(keys).toContain('today')
  expect(keys).not.toContain('deviceid')
  expect(keys).not.toContain('username')
})
