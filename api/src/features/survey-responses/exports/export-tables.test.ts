import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { expect, test } from 'vitest'

import { translateTo } from '../../../platform/http/language.ts'
import { definitionOf } from '../../../testing/surveys.ts'
import { codebookOf } from './codebook.ts'
import type { ExportColumn } from './column.ts'
import { exportTables } from './export-tables.ts'
import type { ExportTable } from './export-tables.ts'
import { unionOfVersions } from './union-of-versions.ts'

const words = { t: translateTo('en'), language: 'en', defaultLanguage: 'en', timeZone: 'UTC' }

type Asked = Pick<Question, 'key' | 'type'> & Partial<Question>
const question = (asked: Asked): Question => ({
  kind: 'question',
  required: false,
  personal: false,
  labels: { en: asked.key },
  ...asked,
})

/** The responses' table of versions that differ in these ways. */
const tableOf = (...versions: Partial<SurveyDefinition>[]): ExportTable => {
  const asked = versions.map((more, at) => ({ version: at + 1, definition: definitionOf(more) }))
  const [table] = exportTables(unionOfVersions(asked), words, { personalData: false })
  if (!table) throw new Error('no table')
  return table
}
const columnOf = ({ columns }: ExportTable, key: string): ExportColumn => {
  // The questions come after what every survey has.
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

test('an answer has the same code however the list goes on', () => {
  expect(codesAfter(['well', 'river'])).toEqual({ well: 1, river: 2 })
  expect(codesAfter(['well', 'river'], ['tap', 'river', 'rain', 'well'])).toEqual({
    well: 1,
    river: 2,
    tap: 3,
    rain: 4,
  })
  // What a version leaves out keeps its code, and a later one does not inherit it.
  expect(codesAfter(['well', 'river'], ['river'], ['river', 'tap'])).toEqual({ well: 1, river: 2, tap: 3 })
})

test('a value that is a number is its own code; only the others are given new ones', () => {
  expect(codesAfter(['0', '1', '2', '98'])).toEqual({ 0: 0, 1: 1, 2: 2, 98: 98 })
  expect(codesAfter(['0', '1', '2', '98'], ['0', 'other', '1', '3', '2', '98'])).toEqual({
    0: 0,
    1: 1,
    2: 2,
    3: 3,
    98: 98,
    other: 99,
  })
  // A number that comes too late for its own one: an earlier export has told what it means.
  expect(codesAfter(['well', 'river'], ['2', 'well', 'river', '7'])).toEqual({
    well: 1,
    river: 2,
    7: 7,
    2: 8,
  })
})

test('no code is given twice, whatever the values', () => {
  const codes = Object.values(codesAfter(['-1', '-0', '0', '01', 'a'], ['3', '4', '5', '1', 'b']))
  expect(new Set(codes).size).toBe(codes.length)
})

test('the codes are those of the column and of the codebook', () => {
  const table = tableOf(choosing('well', 'river'), choosing('tap', 'well', 'river'))
  const { code } = columnOf(table, 'source')
  expect(['tap', 'well', 'river', 'gone'].map((source) => code?.({ values: { source } }))).toEqual([
    3,
    1,
    2,
    null,
  ])
  const lines = codebookOf([table], words).rows.filter(([, , variable]) => variable === 'source')
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
])('a question asked as %j is a column of %s', ([asked, type, kind]) => {
  const versions = asked.map((one) => ({ items: [question({ key: 'rooms', type: one })] }))
  expect(columnOf(tableOf(...versions), 'rooms')).toMatchObject({ type, kind })
})

test('a number of any version is one in its column', () => {
  const versions = (['integer', 'number'] as const).map((type) => ({
    items: [question({ key: 'rooms', type })],
  }))
  const { cell } = columnOf(tableOf(...versions), 'rooms')
  expect([3, 2.5, undefined].map((rooms) => cell({ values: { rooms } }))).toEqual([3, 2.5, null])
})

test('headers differ, whatever labels, keys and capitals are, and the codebook tells which is which', () => {
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
  const lines = codebookOf([table], words).rows.filter(([, , , key]) => key === 'village')
  // What the questionnaire asks has the versions that ask it.
  expect(lines.map(([, header, variable, , , , versions]) => [header, variable, versions])).toEqual([
    ['Village (village)', 'village', null],
    ['Village (village_2) 2', 'village_2', '1'],
  ])
})
