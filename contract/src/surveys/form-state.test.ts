import { describe, expect, test } from 'vitest'

import { compileSurvey, examineSurvey } from './compile-survey.ts'
import { defaultAnswers } from './default-answers.ts'
import type { Item, SurveyDefinition } from './master.ts'
import { ask, group, repeat, surveyOf } from './testing/household.ts'
import { validateAnswers, validateForm } from './validate-answers.ts'

const options = { language: 'en', today: '2026-03-31', now: '2026-03-31T14:30' }
const choicesOf = (...values: string[]) =>
  values.map((value) => ({ value, labels: { en: value.toUpperCase() } }))
const choices: SurveyDefinition['choices'] = {
  districts: choicesOf('boane', 'moamba'),
  villages: ['a', 'b', 'c', 'd'].map((value, index) => ({
    value,
    labels: { en: value },
    attributes: { district: index < 2 ? 'boane' : 'moamba', size: String(index) },
  })),
}
const validate = (items: Item[], values: unknown, more = {}) => {
  const { values: stored, issues } = validateAnswers(surveyOf(items, choices), values, {
    ...options,
    ...more,
  })
  return { values: stored, issues }
}
const paths = (items: Item[], values: unknown, more = {}) =>
  validate(items, values, more).issues.map(({ path, key }) => `${path} ${key.split('.').at(-1) ?? ''}`)
const formOf = (items: Item[], values: unknown) =>
  validateForm(surveyOf(items, choices), values, options).form

describe('calculations', () => {
  const items = [
    // The questionnaire asks for the inputs after the results.
    ask('calculated', 'double', { calculation: '${total} * 2', result: 'number' }),
    ask('calculated', 'total', { calculation: '${a} + ${b}', result: 'number' }),
    ask('integer', 'a'),
    ask('integer', 'b'),
    ask('text', 'why', { relevant: '${double} > 10', required: true }),
    ask('calculated', 'greeting', { calculation: "concat('Dear ', ${name})", result: 'text' }),
    ask('text', 'name', { relevant: '${a} = 1' }),
  ]

  test('follow each other in topological order, and hide questions', () => {
    expect(validate(items, { a: 1, b: 2, name: 'Ana' })).toEqual({
      values: { double: 6, total: 3, a: 1, b: 2, greeting: 'Dear Ana', name: 'Ana' },
      issues: [],
    })
    expect(paths(items, { a: 5, b: 6 })).toEqual(['why required'])
  })

  test('replace given values, and use only shown answers', () => {
    expect(validate(items, { a: 2, b: 2, total: 100, double: 'x', name: 'Ana' }).values).toEqual({
      double: 8,
      total: 4,
      a: 2,
      b: 2,
      greeting: 'Dear',
    })
  })

  test('are blank without a number, and accepted in a file', () => {
    expect(validate(items, { a: 2, total: 7 }, { imported: true })).toEqual({
      values: { a: 2, greeting: 'Dear' },
      issues: [],
    })
  })

  test('have one result per row, and see other rows', () => {
    const rows = [
      repeat('people', [
        ask('integer', 'age'),
        ask('calculated', 'line', { calculation: 'position(..)', result: 'number' }),
        ask('calculated', 'before', {
          calculation: 'indexed-repeat(${age}, ${people}, position(..) - 1)',
          result: 'number',
        }),
      ]),
      ask('calculated', 'oldest', { calculation: 'max(${age})', result: 'number' }),
      ask('calculated', 'lines', { calculation: 'sum(${line})', result: 'number' }),
    ]
    expect(validate(rows, { people: [{ age: 3 }, { age: 9 }] }).values).toEqual({
      people: [
        { age: 3, line: 1 },
        { age: 9, line: 2, before: 3 },
      ],
      oldest: 9,
      lines: 3,
    })
  })

  test('of the type of another question are checked like its answers', () => {
    const typed = [
      ask('integer', 'a'),
      ask('integer', 'half', { calculation: '${a} div 2', constraint: '. < 10' }),
      ask('choices', 'places', { list: 'districts', calculation: "'moamba boane'" }),
    ]
    expect(validate(typed, { a: 4 }).values).toEqual({ a: 4, half: 2, places: ['boane', 'moamba'] })
    expect(paths(typed, { a: 5 })).toEqual(['half integer'])
    expect(paths(typed, { a: 40 })).toEqual(['half constraint'])
  })

  test('that change on each call keep their first result', () => {
    const volatile = [ask('calculated', 'id', { calculation: 'uuid()', result: 'text' })]
    const { values } = validate(volatile, {})
    expect(values['id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(validate(volatile, values).values).toEqual(values)
    const once = [
      ask('integer', 'a'),
      ask('calculated', 'first', { calculation: 'once(${a})', result: 'number' }),
    ]
    expect(validate(once, { a: 2, first: 1 }).values).toEqual({ a: 2, first: 1 })
  })

  test('in a cycle are refused with every item of it', () => {
    const survey = surveyOf([
      ask('calculated', 'a', { calculation: '${b} + 1' }),
      ask('calculated', 'b', { calculation: '${c} + 1' }),
      group('g', [ask('text', 'c')], '${a} = 1'),
      ask('text', 'free', { relevant: '${a} = 1' }),
    ])
    const { problems } = examineSurvey(survey)
    expect(problems.map(({ item, field }) => [item, field])).toEqual([
      ['a', 'calculation'],
      ['b', 'calculation'],
      ['g', 'relevant'],
    ])
    expect(problems[0]?.error.params).toEqual({ keys: 'a → b → c → g → a' })
    expect(() => compileSurvey(survey)).toThrow('cycle')
  })

  test('of a question from its own answer are refused', () => {
    const keys = (calculation: string) =>
      examineSurvey(surveyOf([ask('integer', 'a', { calculation })])).problems.map(({ error }) => error.key)
    expect(keys('${a} + 1')).toEqual(['entities.surveys.expression.cycle'])
    expect(keys('. + 1')).toEqual(['entities.surveys.expression.self'])
  })
})

describe('choice filters', () => {
  const items = [
    ask('choice', 'district', { list: 'districts' }),
    ask('choice', 'village', { list: 'villages', choiceFilter: 'district = ${district}' }),
    ask('choices', 'others', {
      list: 'villages',
      choiceFilter: 'district = ${district} and size > 0 and name != ${village}',
    }),
  ]
  const valuesOf = (key: string, values: unknown) =>
    formOf(items, values)
      .choicesOf(key)
      .map(({ value }) => value)

  test('select choices by their columns', () => {
    expect(valuesOf('district', {})).toEqual(['boane', 'moamba'])
    expect(valuesOf('village', {})).toEqual([])
    expect(valuesOf('village', { district: 'moamba' })).toEqual(['c', 'd'])
    expect(valuesOf('others', { district: 'boane', village: 'a' })).toEqual(['b'])
    expect(valuesOf('others', { district: 'moamba', village: 'c' })).toEqual(['d'])
  })

  test('refuse answers that they exclude', () => {
    expect(paths(items, { district: 'boane', village: 'b', others: [] })).toEqual([])
    expect(paths(items, { district: 'moamba', village: 'b' })).toEqual(['village selected'])
    expect(paths(items, { district: 'moamba', village: 'c', others: ['d', 'a'] })).toEqual([
      'others selected',
    ])
  })

  test('compare numbers as numbers', () => {
    const filtered = [
      ask('integer', 'min'),
      ask('choice', 'v', { list: 'villages', choiceFilter: 'size >= ${min}' }),
    ]
    expect(
      formOf(filtered, { min: 2 })
        .choicesOf('v')
        .map(({ value }) => value),
    ).toEqual(['c', 'd'])
    const equal = [
      ask('integer', 'size'),
      ask('choice', 'v', { list: 'villages', choiceFilter: 'size = ${size}' }),
    ]
    expect(
      formOf(equal, { size: 3 })
        .choicesOf('v')
        .map(({ value }) => value),
    ).toEqual(['d'])
  })

  test('work per row of a repeat', () => {
    const rows = [repeat('trips', items)]
    const values = { trips: [{ district: 'boane' }, { district: 'moamba' }] }
    const form = formOf(rows, values)
    expect([0, 1].map((row) => form.choicesOf('village', row)[0]?.value)).toEqual(['a', 'c'])
  })

  test('keeps the list while the answers that the filter refers to stay the same', () => {
    const survey = surveyOf(
      [
        ask('text', 'other'),
        ask('choice', 'd', { list: 'districts' }),
        ask('choice', 'v', { list: 'villages', choiceFilter: 'district = ${d}' }),
      ],
      choices,
    )
    const listFor = (values: unknown) => validateForm(survey, values, options).form.choicesOf('v')
    const list = listFor({ d: 'boane' })
    expect(list.map(({ value }) => value)).toEqual(['a', 'b'])
    expect(listFor({ d: 'boane', other: 'x' })).toBe(list)
    expect(listFor({ d: 'moamba' }).map(({ value }) => value)).toEqual(['c', 'd'])
  })

  test('evaluates a filter again that refers to another row of its repeat', () => {
    const survey = surveyOf(
      [
        repeat('rows', [
          ask('choice', 'd', { list: 'districts' }),
          ask('choice', 'v', {
            list: 'villages',
            choiceFilter: 'district = indexed-repeat(${d}, ${rows}, 1)',
          }),
        ]),
      ],
      choices,
    )
    const listFor = (first: string) =>
      validateForm(survey, { rows: [{ d: first }, { d: 'boane' }] }, options)
        .form.choicesOf('v', 1)
        .map(({ value }) => value)
    expect(listFor('boane')).toEqual(['a', 'b'])
    expect(listFor('moamba')).toEqual(['c', 'd'])
  })

  test('of a column that the choices do not have are refused', () => {
    const survey = surveyOf([ask('choice', 'v', { list: 'villages', choiceFilter: "county = 'x'" })], choices)
    expect(examineSurvey(survey).problems[0]?.error).toMatchObject({
      key: 'entities.surveys.expression.unknownColumn',
      params: { name: 'county' },
    })
  })

  test('of 20,000 choices take little time', { timeout: 5_000 }, () => {
    const large = Array.from({ length: 20_000 }, (_, index) => ({
      value: `v${String(index)}`,
      labels: { en: 'Village' },
      attributes: { district: `d${String(index % 200)}` },
    }))
    const survey = surveyOf(
      [
        ask('text', 'district'),
        ask('choice', 'v', { list: 'large', choiceFilter: 'district = ${district}' }),
      ],
      { large },
    )
    const started = performance.now()
    for (let round = 0; round < 200; round += 1) {
      const { form } = validateForm(
        survey,
        { district: `d${String(round)}`, v: `v${String(round)}` },
        options,
      )
      expect(form.choicesOf('v')).toHaveLength(100)
    }
    expect((performance.now() - started) / 200).toBeLessThan(10)
  })
})

describe('conditions on answers', () => {
  const items = [
    ask('integer', 'age'),
    ask('text', 'school', { requiredIf: '${age} < 18' }),
    ask('text', 'code', { readOnly: '${age} > 99' }),
    ask('text', 'fixed', { readOnly: 'true()' }),
  ]

  test('make an answer required', () => {
    expect(paths(items, { age: 9 })).toEqual(['school required'])
    expect(paths(items, { age: 30 })).toEqual([])
    expect(paths(items, { age: 9 }, { partial: true })).toEqual([])
    expect(formOf(items, { age: 9 }).isRequired('school')).toBe(true)
  })

  test('make an answer read-only', () => {
    const form = formOf(items, { age: 100 })
    expect(['age', 'school', 'code', 'fixed'].map((key) => form.isReadOnly(key))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})

describe('counted repeats', () => {
  const items = [
    ask('integer', 'size'),
    { ...repeat('people', [ask('text', 'name', { required: true })]), count: '${size}' } as Item,
  ]

  test('have the number of rows that an expression says', () => {
    expect(formOf(items, { size: 2 }).rowCount('people')).toBe(2)
    expect(paths(items, { size: 2, people: [{ name: 'Ana' }] })).toEqual(['people.1.name required'])
    expect(validate(items, { size: 1, people: [{ name: 'Ana' }, { name: 'Rui' }] })).toEqual({
      values: { size: 1, people: [{ name: 'Ana' }] },
      issues: [],
    })
    expect(validate(items, {}).values).toEqual({})
    expect(formOf(items, { size: -3 }).rowCount('people')).toBe(0)
    expect(formOf(items, { size: 5_000 }).rowCount('people')).toBe(200)
  })

  test('refuse further rows of a file', () => {
    expect(paths(items, { size: 1, people: [{ name: 'a' }, { name: 'b' }] }, { imported: true })).toEqual([
      'people rowCount',
    ])
  })
})

describe('texts with answers', () => {
  const items = [
    ask('text', 'name'),
    ask('integer', 'age', {
      labels: { en: 'How old is ${name}?' },
      constraint: '. < 99',
      constraintMessages: { en: '${name} cannot be ${age}' },
    }),
    repeat('children', [
      ask('text', 'child'),
      ask('text', 'school', { labels: { en: '${child} of ${name}' } }),
    ]),
  ]

  test('are filled, also per row and in messages', () => {
    const values = { name: 'Ana', age: 120, children: [{ child: 'Rui' }, { child: 'Eva' }] }
    const form = formOf(items, values)
    expect(form.fill('How old is ${name}?', 'age')).toBe('How old is Ana?')
    expect(form.fill('${child} of ${name}', 'school', 1)).toBe('Eva of Ana')
    expect(validate(items, values).issues[0]?.params).toEqual({ message: 'Ana cannot be 120' })
  })

  test('are plain text: an answer with markup or a reference is not interpreted', () => {
    const form = formOf(items, { name: '<img src=x onerror=alert(1)> ${age} $&', age: 3 })
    expect(form.fill('Hello ${name}!', 'age')).toBe('Hello <img src=x onerror=alert(1)> ${age} $&!')
  })
})

describe('lookups in lists', () => {
  test('find the label of a choice and a column of a list', () => {
    const items = [
      ask('choice', 'district', { list: 'districts' }),
      ask('choice', 'village', { list: 'villages' }),
      ask('calculated', 'label', { calculation: "jr:choice-name(${district}, '${district}')" }),
      ask('calculated', 'size', { calculation: "pulldata('villages', 'size', 'name', ${village})" }),
    ]
    expect(validate(items, { district: 'boane', village: 'c' }).values).toMatchObject({
      label: 'BOANE',
      size: '2',
    })
    const unknown = surveyOf(
      [ask('calculated', 'x', { calculation: "pulldata('towns', 'a', 'b', 1)" })],
      choices,
    )
    expect(examineSurvey(unknown).problems[0]?.error.key).toBe('entities.surveys.expression.unknownList')
  })
})

describe('default answers', () => {
  const survey = surveyOf(
    [
      ask('text', 'country', { default: 'Mozambique' }),
      ask('integer', 'size', { default: '4' }),
      ask('choices', 'places', { list: 'districts', default: 'boane moamba' }),
      ask('date', 'day', { default: 'today()' }),
      ask('text', 'note', { default: "concat(${country}, '-', ${name})" }),
      ask('text', 'name'),
      ask('metadata', 'begun', { metadata: 'start' }),
      ask('metadata', 'device', { metadata: 'deviceid' }),
      repeat('people', [
        ask('text', 'role', { default: 'member' }),
        ask('text', 'family', { default: 'indexed-repeat(${family}, ${people}, position(..) - 1)' }),
      ]),
    ],
    choices,
  )

  test('of a new response are constants, then results of expressions', () => {
    expect(defaultAnswers(survey, options)).toEqual({
      country: 'Mozambique',
      size: 4,
      places: ['boane', 'moamba'],
      day: '2026-03-31',
      note: 'Mozambique-',
      begun: '2026-03-31T14:30',
    })
  })

  test('of a new row see the rows before it', () => {
    const values = { people: [{ role: 'head', family: 'Sitoe' }] }
    expect(defaultAnswers(survey, options, { values, repeat: 'people' })).toEqual({
      role: 'member',
      family: 'Sitoe',
    })
    expect(defaultAnswers(survey, options, { repeat: 'people' })).toEqual({ role: 'member' })
  })
})

test('reads the answers of every further type', () => {
  const accepted: [Parameters<typeof ask>[0], unknown, object?][] = [
    ['dateTime', '2026-03-31T14:30'],
    ['dateTime', '2026-03-31T14:30:05.000+02:00'],
    ['barcode', '4006381333931'],
    ['acknowledge', 'OK'],
    ['range', 5, { range: { start: 0, end: 10, step: 5 } }],
    ['rank', ['moamba', 'boane'], { list: 'districts' }],
    ['hidden', 'x'],
    ['metadata', 'x', { metadata: 'deviceid' }],
  ]
  for (const [type, answer, more] of accepted)
    expect(validate([ask(type, 'q', more)], { q: answer })).toEqual({ values: { q: answer }, issues: [] })
  const refused: [Parameters<typeof ask>[0], unknown, string, object?][] = [
    ['dateTime', '2026-02-30T14:30', 'dateTime'],
    ['dateTime', '2026-03-31', 'dateTime'],
    ['acknowledge', 'yes', 'acknowledge'],
    ['range', 11, 'max', { range: { start: 0, end: 10, step: 1 } }],
    ['range', -1, 'min', { range: { start: 10, end: 0, step: 1 } }],
    ['rank', ['boane', 'x'], 'selected', { list: 'districts' }],
    ['barcode', 5, 'text'],
  ]
  for (const [type, answer, key, more] of refused)
    expect(paths([ask(type, 'q', more)], { q: answer })).toEqual([`q ${key}`])
})

test(
  'validates 1,000 questions with conditions, calculations and long lists in little time',
  { timeout: 10_000 },
  () => {
    const list = Array.from({ length: 20_000 }, (_, index) => ({
      value: `v${String(index)}`,
      labels: { en: 'V' },
    }))
    const items = Array.from({ length: 250 }, (_, index): Item[] => {
      const n = String(index)
      return [
        ask('integer', `a${n}`, { constraint: '. < 1000' }),
        ask('calculated', `b${n}`, {
          calculation: index === 0 ? '${a0}' : `\${a${n}} + \${b${String(index - 1)}}`,
          result: 'number',
        }),
        ask('choice', `c${n}`, { list: 'long' }),
        ask('text', `d${n}`, { relevant: `\${b${n}} > 10` }),
      ]
    }).flat()
    const survey = surveyOf(items, { long: list })
    const values = Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [
        [`a${String(index)}`, index],
        [`c${String(index)}`, `v${String(19_999 - index)}`],
      ]).flat() as [string, unknown][],
    )
    validateForm(survey, values, options)
    const started = performance.now()
    for (let round = 0; round < 20; round += 1) validateForm(survey, values, options)
    expect((performance.now() - started) / 20).toBeLessThan(100)
  },
)
