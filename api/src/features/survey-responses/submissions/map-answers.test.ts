import { createSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import type { Answer } from '@baseline/contract/surveys/answers.ts'
import type { Item, Question } from '@baseline/contract/surveys/master.ts'
import { ask, group, repeat, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { describe, expect, test } from 'vitest'

import { limits } from '#platform/limits.ts'

import { mapAnswers } from './map-answers.ts'
import { readSubmission } from './read-submission.ts'

const choices = {
  sides: ['left', 'right', 'other'].map((value) => ({ value, labels: { en: value } })),
}
const meta = '<meta><instanceID>uuid:1</instanceID></meta>'

const map = (items: Item[], answers: string) => {
  const survey = surveyOf(items, choices)
  const xml = `<data id="test" version="1">${answers}${meta}</data>`
  return mapAnswers(survey, readSubmission(new TextEncoder().encode(xml)))
}

type Further = Partial<Question>

describe('converts the texts of Collect', () => {
  test.each<[Question['type'], string, Answer, Further?]>([
    ['text', ' two words ', 'two words'],
    ['text', '0042', '0042'],
    ['text', 'a\nb', 'a\nb'],
    ['barcode', '01 2345', '01 2345'],
    ['integer', '42', 42],
    ['integer', '-7', -7],
    ['integer', '2147483648', 2_147_483_648],
    ['number', '5.25', 5.25],
    ['number', '10.0', 10],
    ['number', '1.0E-5', 0.00001],
    ['number', '1.2345678E7', 12_345_678],
    ['range', '3', 3],
    ['range', '0.75', 0.75],
    ['date', '2026-11-18', '2026-11-18'],
    ['date', '2026-11-18T00:00:00.000+02:00', '2026-11-18'],
    ['time', '13:05:00.000+02:00', '13:05'],
    ['time', '13:05:00.000Z', '13:05'],
    ['time', '13:05:59.999-03', '13:05'],
    ['time', '13:05', '13:05'],
    ['dateTime', '2026-11-18T13:05:00.000+02:00', '2026-11-18T13:05'],
    ['dateTime', '2026-11-18T13:05:00.000Z', '2026-11-18T13:05'],
    ['dateTime', '2026-11-18T13:05', '2026-11-18T13:05'],
    ['choice', 'left', 'left', { list: 'sides' }],
    ['choices', 'left right', ['left', 'right'], { list: 'sides' }],
    ['choices', 'left\n  right', ['left', 'right'], { list: 'sides' }],
    ['rank', 'right other left', ['right', 'other', 'left'], { list: 'sides' }],
    ['acknowledge', 'OK', 'OK'],
    ['location', '-25.5 32.25 12.5 4.75', { latitude: -25.5, longitude: 32.25, accuracy: 4.75 }],
    ['location', '-25.5 32.25 0.0 0.0', { latitude: -25.5, longitude: 32.25, accuracy: 0 }],
    [
      'location',
      '-25.5 32.25 0.0 0.0',
      { latitude: -25.5, longitude: 32.25 },
      { appearance: 'placement-map' },
    ],
    ['location', '-25.5 32.25', { latitude: -25.5, longitude: 32.25 }],
    [
      'line',
      '1.0 2.0 0.0 0.0; 3.0 4.0 0.0 0.0',
      {
        type: 'LineString',
        coordinates: [
          [2, 1],
          [4, 3],
        ],
      },
    ],
    [
      'area',
      '1.0 2.0 0.0 0.0; 3.0 4.0 0.0 0.0;5.0 6.0 0.0 0.0; 1.0 2.0 0.0 0.0',
      {
        type: 'Polygon',
        coordinates: [
          [
            [2, 1],
            [4, 3],
            [6, 5],
            [2, 1],
          ],
        ],
      },
    ],
    ['hidden', 'x', 'x'],
    ['calculated', '5', '5'],
    ['calculated', '5', 5, { result: 'number' }],
    ['calculated', '5.0', 5, { result: 'number', attributes: { 'bind::type': 'decimal' } }],
    ['calculated', '5.0', '5', { result: 'text', attributes: { 'bind::type': 'decimal' } }],
    ['calculated', '13:05:00.000+02:00', '13:05', { attributes: { 'bind::type': 'time' } }],
    [
      'calculated',
      '2026-11-18T13:05:00.000Z',
      '2026-11-18T13:05',
      { attributes: { 'bind::type': 'dateTime' } },
    ],
    ['calculated', '2026-11-18', '2026-11-18', { attributes: { 'bind::type': 'date' } }],
    ['metadata', '2026-11-18T13:05:07.123+02:00', '2026-11-18T13:05', { metadata: 'start' }],
    ['metadata', '2026-11-18T13:45:07.123+02:00', '2026-11-18T13:45', { metadata: 'end' }],
    ['metadata', '2026-11-18', '2026-11-18', { metadata: 'today' }],
    ['metadata', 'collect:abc', 'collect:abc', { metadata: 'deviceid' }],
    ['metadata', 'ana', 'ana', { metadata: 'username' }],
    ['metadata', '+258 84', '+258 84', { metadata: 'phonenumber' }],
    ['metadata', '-25.5 32.25 0.0 4.0', '-25.5 32.25 0.0 4.0', { metadata: 'start-geopoint' }],
  ])('%s %j', (type, text, answer, further) => {
    const question = ask(type, 'q', further)
    const { values, unmapped } = map([question], `<q>${text}</q>`)
    expect({ values, unmapped }).toEqual({ values: { q: answer }, unmapped: [] })
    const options = { today: '2026-11-18', language: 'en' }
    expect(validateAnswers(surveyOf([question], choices), values, options)).toEqual({
      values,
      issues: [],
      warnings: [],
    })
  })
})

describe('lists a text that is no answer', () => {
  test.each<[Question['type'], string, Further?]>([
    ['integer', 'seven'],
    ['integer', '1,5'],
    ['number', 'NaN'],
    ['number', '0x10'],
    ['range', '1 2'],
    ['date', '31/03/2026'],
    ['date', '2026-02-30'],
    ['time', '25:00:00.000+02:00'],
    ['time', 'noon'],
    ['dateTime', '2026-02-30T10:00:00.000+02:00'],
    ['dateTime', '2026-02-03'],
    ['location', '-25.5'],
    ['location', 'here there 0 0'],
    ['line', '1 2 0 0'],
    ['area', '1 2 0 0; 3 4 0 0'],
    ['calculated', 'Infinity', { result: 'number' }],
    ['metadata', 'yesterday', { metadata: 'start' }],
    ['photo', `${'x'.repeat(252)}.jpg`],
    ['photo', '../a.jpg'],
    ['photo', 'a\nb.jpg'],
  ])('%s %j', (type, text, further) => {
    const { values, unmapped } = map([ask(type, 'q', further)], `<q>${text}</q>`)
    expect(values).toEqual({})
    expect(unmapped).toEqual([{ path: '/data/q', text }])
  })

  test('with too many characters', () => {
    const { answerCharacters, unmapped: limit } = limits.submissions
    const { values, unmapped } = map([ask('text', 'q')], `<q>${'x'.repeat(answerCharacters + 1)}</q>`)
    expect(values).toEqual({})
    expect(unmapped).toEqual([{ path: '/data/q', text: 'x'.repeat(limit.characters) }])
  })

  test('but not a blank, a note or the number of rows', () => {
    const items: Item[] = [
      ask('integer', 'q'),
      ask('note', 'n'),
      { ...repeat('members', [ask('integer', 'age')]), count: '1' } as Item,
      ask('integer', 'members_count'),
    ]
    const xml =
      '<q> \n </q><n>Read this</n><members_count_>1</members_count_><members_count>3</members_count>'
    expect(map(items, xml)).toMatchObject({ values: { members_count: 3 }, unmapped: [] })
  })
})

const household: Item[] = [
  ask('text', 'village'),
  group('dwelling', [
    ask('choice', 'roof', { list: 'sides' }),
    group('water', [
      ask('choice', 'source', { list: 'sides' }),
      ask('text', 'source_other', { relevant: "${source} = 'other'" }),
    ]),
    repeat('members', [ask('integer', 'age'), group('person', [ask('text', 'name'), ask('photo', 'face')])]),
  ]),
]

test('flattens groups, and reads rows with blanks', () => {
  const xml =
    '<village>Marracuene</village><dwelling><roof>left</roof>' +
    '<water><source>other</source><source_other>River</source_other></water>' +
    '<members><age>40</age><person><name>Ana</name><face/></person></members>' +
    '<members><age/><person><name/><face>1.jpg</face></person></members>' +
    '<members><age>4</age></members></dwelling>'
  expect(map(household, xml)).toEqual({
    values: {
      village: 'Marracuene',
      roof: 'left',
      source: 'other',
      source_other: 'River',
      members: [{ age: 40, name: 'Ana' }, {}, { age: 4 }],
    },
    files: [{ question: 'face', row: 1, name: '1.jpg', kind: 'photo' }],
    unmapped: [],
    startTime: undefined,
    endTime: undefined,
  })
})

test('finds a question in a group with another name', () => {
  expect(map(household, '<house><roof>left</roof></house>')).toMatchObject({
    values: { roof: 'left' },
    unmapped: [],
  })
})

test('lists unknown elements, second answers and answers in another repeat with their paths', () => {
  const xml =
    'between<village>A</village><village>B</village><unknown>1</unknown><age>5</age>' +
    '<dwelling>text<roof><inner>2</inner></roof></dwelling>' +
    '<members><age>1</age></members><members>row<village>C</village><members><age>9</age></members><new>3</new></members>'
  const { values, unmapped } = map(household, xml)
  expect(values).toEqual({ village: 'A', members: [{ age: 1 }, {}] })
  expect(unmapped).toEqual([
    { path: '/data', text: 'between' },
    { path: '/data/village', text: 'B' },
    { path: '/data/unknown', text: '1' },
    { path: '/data/age', text: '5' },
    { path: '/data/dwelling', text: 'text' },
    { path: '/data/dwelling/roof/inner', text: '2' },
    { path: '/data/members[2]', text: 'row' },
    { path: '/data/members[2]/village', text: 'C' },
    { path: '/data/members[2]/members/age', text: '9' },
    { path: '/data/members[2]/new', text: '3' },
  ])
})

test('limits the list, and cuts no character in half', () => {
  const { elements, characters } = limits.submissions.unmapped
  const { unmapped } = map([], `<a>${'x'.repeat(characters - 1)}👍</a>`.repeat(elements + 1))
  expect(unmapped).toHaveLength(elements)
  expect(unmapped.at(-1)?.text).toBe(`${'x'.repeat(characters - 1)}\ufffd`)
})

test('names of Object.prototype are unknown elements', () => {
  const { values, unmapped } = map(
    household,
    '<__proto__><polluted>1</polluted></__proto__><constructor>2</constructor>',
  )
  expect(values).toEqual({})
  expect(unmapped.map(({ path }) => path)).toEqual(['/data/__proto__/polluted', '/data/constructor'])
  expect('polluted' in {}).toBe(false)
})

test('returns the names of files by kind, and the log of events', () => {
  const items: Item[] = [
    ...(['photo', 'audio', 'video', 'file'] as const).map((type) => ask(type, type)),
    ask('metadata', 'events', { metadata: 'audit' }),
  ]
  const xml =
    '<photo>casa ção.jpg</photo><audio>1.m4a</audio><video>2.mp4</video><file>3.pdf</file>' +
    '<meta><audit>audit.csv</audit><unknown>x</unknown></meta>'
  const { values, files, unmapped } = map(items, xml)
  expect(values).toEqual({})
  expect(files).toEqual([
    { question: 'photo', name: 'casa ção.jpg', kind: 'photo' },
    { question: 'audio', name: '1.m4a', kind: 'audio' },
    { question: 'video', name: '2.mp4', kind: 'video' },
    { question: 'file', name: '3.pdf', kind: 'file' },
    { question: 'events', name: 'audit.csv', kind: 'audit' },
  ])
  expect(unmapped).toEqual([{ path: '/data/meta/unknown', text: 'x' }])
  expect(map([], xml).unmapped).toContainEqual({ path: '/data/meta/audit', text: 'audit.csv' })
})

describe('returns the times of the interview with the offset of the phone', () => {
  const items = (['start', 'end'] as const).map((metadata) => ask('metadata', metadata, { metadata }))

  test.each([
    ['2026-11-18T13:05:00.000+02:00', '2026-11-18T13:05:00.000+02:00'],
    ['2026-11-18T13:05:07.1-03:30', '2026-11-18T13:05:07.1-03:30'],
    ['2026-11-18T13:05:00.000Z', '2026-11-18T13:05:00.000+00:00'],
    ['2026-11-18T13:05:00.000+02', '2026-11-18T13:05:00.000+02:00'],
    ['2026-11-18T13:05:00.000+0545', '2026-11-18T13:05:00.000+05:45'],
    ['2026-11-18T13:05+02:00', '2026-11-18T13:05:00+02:00'],
    ['2026-11-18T13:05:00.000', undefined],
    ['2026-02-30T13:05:00.000+02:00', undefined],
    ['2026-11-18T13:05:00.000+99:00', undefined],
    ['2026-11-18T13:05:61.000+02:00', undefined],
  ])('%s', (text, time) => {
    const { startTime, endTime } = map(items, `<start>${text}</start><end>${text}</end>`)
    expect({ startTime, endTime }).toEqual({ startTime: time, endTime: time })
    const data = {
      surveyId: crypto.randomUUID(),
      investigatorName: 'Ana',
      supervisorName: 'Rui',
      startTime,
      endTime,
    }
    expect(createSurveyResponse.body.safeParse({ data }).success).toBe(true)
  })
})
