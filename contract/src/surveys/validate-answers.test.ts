import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { messagesByLanguage } from '../messages/all.ts'
import { translateIfKnown } from '../messages/translate.ts'
import { compileSurvey, examineSurvey } from './compile-survey.ts'
import { deriveColumns } from './derive-columns.ts'
import type { Item } from './master.ts'
import { ask, group, repeat, surveyOf } from './testing/household.ts'
import { validateAnswers, validateForm } from './validate-answers.ts'

const choices = {
  yes_no: [
    { value: 'yes', labels: { en: 'Yes', 'pt-BR': 'Sim' } },
    { value: 'no', labels: { en: 'No', 'pt-BR': 'Não' } },
  ],
  crops: ['maize', 'beans', 'none'].map((value) => ({ value, labels: { en: value } })),
}
const options = { language: 'en', today: '2026-03-31' }
const validate = (items: Item[], values: unknown, more = {}) => {
  const { values: stored, issues } = validateAnswers(surveyOf(items, choices), values, {
    ...options,
    ...more,
  })
  return { values: stored, issues }
}
const messagesFor = (items: Item[], values: unknown, more = {}) =>
  validate(items, values, more).issues.map(
    ({ path, key, params }) =>
      `${path}: ${translateIfKnown(messagesByLanguage[language(more)], key, { path, ...params }) ?? key}`,
  )
const language = (more: { language?: 'en' | 'pt-BR' }) => more.language ?? 'en'

describe('types', () => {
  const validAnswers: [Parameters<typeof ask>[0], unknown, unknown, object?][] = [
    ['text', '  Ana  ', 'Ana'],
    ['text', 'a\nb', 'a\nb'],
    ['number', 1.5, 1.5],
    ['number', -0, 0],
    ['integer', 3, 3],
    ['integer', 3.0, 3],
    ['date', '2024-02-29', '2024-02-29'],
    ['time', '23:59', '23:59'],
    ['choice', 'yes', 'yes', { list: 'yes_no' }],
    ['choices', ['beans', 'maize', 'beans'], ['maize', 'beans'], { list: 'crops' }],
    ['photo', '019A0000-0000-7000-8000-000000000000', '019a0000-0000-7000-8000-000000000000'],
    ['photo', 'https://example.org/a.jpg', 'https://example.org/a.jpg'],
    ['location', { latitude: -25.9, longitude: 32.5 }, { latitude: -25.9, longitude: 32.5 }],
    ['location', { latitude: 0, longitude: 0, accuracy: 5 }, { latitude: 0, longitude: 0, accuracy: 5 }],
  ]
  test.for(validAnswers)('stores %s %j as %j', ([type, input, answer, more]) => {
    expect(validate([ask(type, 'q', more)], { q: input })).toEqual({ values: { q: answer }, issues: [] })
  })

  test.for([undefined, null, '', '   ', []])('reads %j as no answer', (input) => {
    expect(validate([ask('text', 'q')], { q: input })).toEqual({ values: {}, issues: [] })
  })

  const invalidAnswers: [Parameters<typeof ask>[0], unknown, string, object?][] = [
    ['text', 5, 'q must be text'],
    ['text', 'a\0b', 'q is invalid'],
    ['text', '\ud800', 'q is invalid'],
    ['text', 'x'.repeat(10_001), 'q must be at most 10000 characters'],
    ['text', 'x'.repeat(256), 'q must be at most 255 characters', { feeds: 'village' }],
    ['number', '5', 'q must be a number, like 7 or 12.5'],
    ['number', Infinity, 'q must be a number, like 7 or 12.5'],
    ['number', NaN, 'q must be a number, like 7 or 12.5'],
    ['number', true, 'q must be a number, like 7 or 12.5'],
    ['number', 1e300, 'q must be less than or equal to 1000000000000000'],
    ['number', -1e16, 'q must be greater than or equal to -1000000000000000'],
    ['integer', 1.5, 'q must be a whole number'],
    ['date', '2026-02-30', 'q must be a date, like 2026-03-31'],
    ['date', '31/03/2026', 'q must be a date, like 2026-03-31'],
    ['date', 45_000, 'q must be a date, like 2026-03-31'],
    ['time', '24:00', 'q must be a time, like 14:30'],
    ['choice', 'maybe', 'q must be selected', { list: 'yes_no' }],
    ['choice', 'Yes', 'q must be selected', { list: 'yes_no' }],
    ['choice', '__proto__', 'q must be selected', { list: 'yes_no' }],
    ['choice', ['yes'], 'q must be selected', { list: 'yes_no' }],
    ['choices', 'maize', 'q must be a list of choices', { list: 'crops' }],
    ['choices', ['maize', 'gold'], 'q must be selected', { list: 'crops' }],
    ['photo', 'javascript:alert(1)', 'q must be an uploaded picture or the address of one'],
    ['photo', 'data:image/png;base64,AA', 'q must be an uploaded picture or the address of one'],
    ['location', '1 2', 'q must be a latitude and a longitude'],
    ['location', { latitude: 91, longitude: 0 }, 'q must be a latitude and a longitude'],
    ['location', { latitude: 1 }, 'q must be a latitude and a longitude'],
    ['location', { latitude: 1, longitude: 1, x: 1 }, 'q must be a latitude and a longitude'],
  ]
  test.for(invalidAnswers)('refuses %s %j: %s', ([type, input, text, more]) => {
    expect(messagesFor([ask(type, 'q', more)], { q: input })).toEqual([`q: ${text}`])
  })

  test('drops a wrong answer and treats it as blank in expressions', () => {
    const items = [ask('integer', 'age'), ask('text', 'school', { relevant: '${age} < 18' })]
    expect(validate(items, { age: 'young', school: 'yes' }).values).toEqual({})
  })
})

describe('required, constraint and their messages', () => {
  const age = ask('integer', 'age', {
    labels: { en: 'Age', 'pt-BR': 'Idade' },
    required: true,
    constraint: '. >= 0 and . <= 120',
    constraintMessages: { en: 'Between 0 and 120', 'pt-BR': 'Entre 0 e 120' },
  })
  test('uses the language of the reader', () => {
    expect(messagesFor([age], {})).toEqual(['age: Age is required'])
    expect(messagesFor([age], {}, { language: 'pt-BR' })).toEqual(['age: Idade é obrigatório'])
    expect(messagesFor([age], { age: 130 })).toEqual(['age: Between 0 and 120'])
    expect(messagesFor([age], { age: 130 }, { language: 'pt-BR' })).toEqual(['age: Entre 0 e 120'])
    expect(validate([age], { age: 120 })).toEqual({ values: { age: 120 }, issues: [] })
  })

  test("uses the product's message if the questionnaire has none", () => {
    const { constraintMessages: _, ...plain } = age
    expect(messagesFor([plain], { age: -1 })).toEqual(['age: Age: this answer is not allowed'])
    const question = { ...age, requiredMessages: { en: 'We need the age' } }
    expect(messagesFor([question], {})).toEqual(['age: We need the age'])
  })

  test('leaves braces in messages unchanged', () => {
    const question = { ...age, constraintMessages: { en: 'Not {path}, {0} or $&' } }
    expect(messagesFor([question], { age: -1 })).toEqual(['age: Not {path}, {0} or $&'])
  })

  test('does not apply a constraint to a blank answer', () => {
    expect(messagesFor([{ ...age, required: false }], {})).toEqual([])
  })

  test('allows a partial response to lack required answers, but not to have wrong ones', () => {
    expect(messagesFor([age], {}, { partial: true })).toEqual([])
    expect(messagesFor([age], { age: 130 }, { partial: true })).toEqual(['age: Between 0 and 120'])
  })

  test('evaluates a constraint over other answers', () => {
    const items = [
      ask('integer', 'adults'),
      ask('integer', 'total', { constraint: '. >= coalesce(${adults}, 0)' }),
    ]
    expect(messagesFor(items, { adults: 3, total: 2 })).toHaveLength(1)
    expect(messagesFor(items, { total: 2 })).toEqual([])
  })

  test('uses the date of the caller as today', () => {
    const born = ask('date', 'born', { constraint: '. <= today()' })
    expect(messagesFor([born], { born: '2026-03-31' })).toEqual([])
    expect(messagesFor([born], { born: '2026-03-31' }, { today: '2026-03-30' })).toHaveLength(1)
  })
})

describe('relevance', () => {
  const farm = [
    ask('choice', 'farms', { list: 'yes_no' }),
    group('farm', [
      ask('choices', 'crops', { list: 'crops', required: true, relevant: "${farms} = 'yes'" }),
      ask('number', 'maize', { required: true, relevant: "selected(${crops}, 'maize')" }),
      ask('number', 'sold', { relevant: '${maize} > 0', constraint: '. <= ${maize}' }),
    ]),
  ]
  test('does not require, check or store hidden answers', () => {
    expect(validate(farm, { farms: 'no', crops: ['gold'], maize: 'x', sold: 99 })).toEqual({
      values: { farms: 'no' },
      issues: [],
    })
  })

  test('hides questions that depend on a hidden answer', () => {
    expect(validate(farm, { farms: 'no', crops: ['maize'], maize: 10, sold: 5 }).values).toEqual({
      farms: 'no',
    })
    expect(validate(farm, { farms: 'yes', crops: ['maize'], maize: 10, sold: 5 }).values).toEqual({
      farms: 'yes',
      crops: ['maize'],
      maize: 10,
      sold: 5,
    })
  })

  test('hides everything inside a hidden group, at any depth', () => {
    const items = [
      ask('choice', 'consent', { list: 'yes_no' }),
      group(
        'all',
        [group('inner', [ask('text', 'name', { required: true })]), repeat('rows', [ask('text', 'a')])],
        "${consent} = 'yes'",
      ),
    ]
    expect(validate(items, { consent: 'no', name: 'Ana', rows: [{ a: 'x' }] })).toEqual({
      values: { consent: 'no' },
      issues: [],
    })
    expect(messagesFor(items, { consent: 'yes' })).toEqual(['name: name is required'])
  })

  test('allows a question to depend on a later one', () => {
    const items = [ask('text', 'first', { relevant: "${last} = 'x'" }), ask('text', 'last')]
    expect(validate(items, { first: 'a', last: 'x' }).values).toEqual({ first: 'a', last: 'x' })
    expect(validate(items, { first: 'a' }).values).toEqual({})
  })

  test('handles a chain of 2,000 questions without a stack overflow', () => {
    const items = Array.from({ length: 2_000 }, (_, i) =>
      ask('integer', `q${String(i)}`, i > 0 ? { relevant: `\${q${String(i - 1)}} = 1` } : {}),
    ).toReversed()
    const values = Object.fromEntries(items.map(({ key }) => [key, 1]))
    expect(Object.keys(validate(items, values).values)).toHaveLength(2_000)
    expect(validate(items, { ...values, q0: 0 }).values).toEqual({ q0: 0 })
  })
})

describe('repeats', () => {
  const members = repeat('members', [
    ask('text', 'name', { required: true }),
    ask('integer', 'age', { constraint: '. <= 120' }),
    ask('choice', 'school', { list: 'yes_no', relevant: '${age} < 18', required: true }),
  ])
  const items = [
    ask('integer', 'size', { constraint: '. = count(${members})' }),
    members,
    ask('text', 'guardian', { relevant: '${age} < 18' }),
    ask('number', 'mean', { constraint: '. = sum(${age}) div count(${members})' }),
  ]
  const family = [
    { name: 'Ana', age: 34 },
    { name: 'Rui', age: 8, school: 'yes' },
  ]

  test('resolves a name to the same row inside a repeat, and to all rows outside', () => {
    const values = { size: 2, members: family, guardian: 'Ana', mean: 21 }
    expect(validate(items, values)).toEqual({ values, issues: [] })
    expect(messagesFor(items, { ...values, size: 3, mean: 20 }).map((text) => text.split(':')[0])).toEqual([
      'size',
      'mean',
    ])
  })

  test('names the row in issues, and drops hidden answers of a row', () => {
    const rows = [
      { age: 34, school: 'yes' },
      { name: 'Rui', age: 8 },
      { name: 'Eva', age: 130 },
    ]
    expect(messagesFor(items, { members: rows })).toEqual([
      'members.0.name: name is required',
      'members.1.school: school is required',
      'members.2.age: age: this answer is not allowed',
    ])
    expect(validate(items, { members: rows }).values['members']).toEqual([
      { age: 34 },
      { name: 'Rui', age: 8 },
      { name: 'Eva', age: 130 },
    ])
  })

  test('leaves hidden answers out of a list', () => {
    const jobs = [
      repeat('people', [ask('integer', 'age'), ask('number', 'pay', { relevant: '${age} > 15' })]),
      ask('number', 'total', { constraint: '. = sum(${pay})' }),
    ]
    const people = [
      { age: 40, pay: 100 },
      { age: 5, pay: 7 },
      { age: 30, pay: 50 },
    ]
    expect(messagesFor(jobs, { people, total: 150 })).toEqual([])
  })

  test('sees questions of another repeat as a list', () => {
    const two = [
      repeat('plots', [ask('text', 'plot')]),
      repeat('harvests', [ask('text', 'of', { constraint: '${plot} = .' })]),
    ]
    const plots = [{ plot: 'north' }, { plot: 'south' }]
    expect(messagesFor(two, { plots, harvests: [{ of: 'south' }, { of: 'west' }] })).toEqual([
      'harvests.1.of: of: this answer is not allowed',
    ])
  })

  test.for([5, 'x', {}, [1], [null], [[]]])('refuses rows that are not a list of objects: %j', (rows) => {
    expect(messagesFor(items, { members: rows })).toEqual(['members: members must be a list of rows'])
  })

  test('refuses more than 200 rows', () => {
    const rows = Array.from({ length: 201 }, () => ({ name: 'A' }))
    expect(messagesFor(items, { members: rows })).toContain('members: members must have at most 200 items')
  })
})

describe('unknown answers', () => {
  const items = [group('g', [ask('text', 'a')]), ask('note', 'n'), repeat('r', [ask('text', 'b')])]
  test.for<[unknown, string[]]>([
    [{ x: 1 }, ['x']],
    [{ g: {} }, ['g']],
    [{ n: 'text' }, ['n']],
    [{ b: 'outside its repeat' }, ['b']],
    [{ r: [{ a: 'outside, inside' }] }, ['r.0.a']],
    [JSON.parse('{"__proto__": {"a": "x"}}'), ['__proto__']],
    [JSON.parse('{"r": [{"__proto__": 1, "constructor": 2}]}'), ['r.0.__proto__', 'r.0.constructor']],
    [{ toString: 'x' }, ['toString']],
  ])('refuses %j', ([values, paths]) => {
    const { issues } = validate(items, values)
    expect(issues.map(({ path }) => path)).toEqual(paths)
    expect(issues.every(({ key }) => key === 'validation.object.noUnknown')).toBe(true)
    expect(Object.getPrototypeOf(validate(items, values).values)).toBe(Object.prototype)
  })

  test('ignores inherited properties', () => {
    expect(validate(items, Object.create({ a: 'x' })).values).toEqual({})
  })

  test.for([null, undefined, 5, 'x', [], [{}]])('refuses values that are not an object: %j', (values) => {
    expect(validate(items, values).issues).toHaveLength(1)
  })

  test('reports at most 200 of 100,000 issues', () => {
    const values = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`x${String(i)}`, i]))
    expect(validate(items, values).issues).toHaveLength(200)
  })
})

describe('invalid questionnaires', () => {
  const constraintProblems = (items: Item[]) =>
    examineSurvey(surveyOf(items, choices)).problems.map(
      ({ item, field, error }) => `${item} ${field} ${error.key.split('.').at(-1) ?? ''}`,
    )
  test.for<[string, Item[], string[]]>([
    [
      'a reference to an unknown key',
      [ask('text', 'a', { relevant: '${b} = 1' })],
      ['a relevant unknownKey'],
    ],
    [
      'a reference to a note',
      [ask('note', 'n'), ask('text', 'a', { constraint: '${n} = 1' })],
      ['a constraint noAnswer'],
    ],
    [
      'a reference to a group',
      [group('g', [ask('text', 'b')]), ask('text', 'a', { relevant: '${g}' })],
      ['a relevant noAnswer'],
    ],
    ['a relevance that uses its own answer', [ask('text', 'a', { relevant: '. = 1' })], ['a relevant self']],
    ['a relevance that refers to itself', [ask('text', 'a', { relevant: '${a} = 1' })], ['a relevant cycle']],
    [
      'a cycle of two questions',
      [ask('text', 'a', { relevant: '${b} = 1' }), ask('text', 'b', { relevant: '${a} = 1' })],
      ['a relevant cycle', 'b relevant cycle'],
    ],
    [
      'a group that depends on its content',
      [group('g', [ask('text', 'a')], '${a} = 1')],
      ['g relevant cycle'],
    ],
    [
      'a repeat that depends on its rows',
      [repeat('r', [ask('text', 'a')], 'count(${r}) > 0')],
      ['r relevant cycle'],
    ],
    [
      'syntax errors',
      [ask('text', 'a', { relevant: '1 +', constraint: 'foo(.)' })],
      ['a relevant ended', 'a constraint unknownFunction'],
    ],
  ])('%s', ([, items, problems]) => {
    expect(constraintProblems(items)).toEqual(problems)
    expect(() => compileSurvey(surveyOf(items))).toThrow('entities.surveys.expression')
  })

  test('reports a cycle at each of its questions', () => {
    const { problems } = examineSurvey(
      surveyOf([
        ask('text', 'z', { relevant: '${a} = 1' }),
        ask('text', 'a', { relevant: '${b} = 1' }),
        ask('text', 'b', { relevant: '${c} = 1' }),
        ask('text', 'c', { relevant: '${a} = 1' }),
      ]),
    )
    expect(problems.map(({ item, error }) => [item, error.params['keys']])).toEqual([
      ['a', 'a → b → c → a'],
      ['b', 'a → b → c → a'],
      ['c', 'a → b → c → a'],
    ])
  })

  test('allows constraints to refer to each other', () => {
    expect(
      constraintProblems([
        ask('integer', 'a', { constraint: '. < ${b}' }),
        ask('integer', 'b', { constraint: '. > ${a}' }),
      ]),
    ).toEqual([])
  })
})

describe('§3 columns from the answers', () => {
  const items = [
    group('where', [
      ask('choice', 'irrigated', { list: 'yes_no', feeds: 'villageType' }),
      ask('text', 'village', { feeds: 'village' }),
      ask('location', 'gps', { feeds: 'location' }),
      ask('date', 'day', { feeds: 'surveyDate' }),
      ask('integer', 'head', { feeds: 'householdName' }),
    ]),
  ]
  test('derives a choice as its label in the default language of the survey', () => {
    const gps = { latitude: 1, longitude: 2 }
    const values = { irrigated: 'yes', village: 'Marracuene', gps, day: '2026-01-02', head: 7 }
    expect(deriveColumns(surveyOf(items, choices), values)).toEqual({
      villageType: 'Yes',
      village: 'Marracuene',
      location: gps,
      surveyDate: '2026-01-02',
      householdName: '7',
    })
  })
  test('derives no column without an answer', () => {
    expect(deriveColumns(surveyOf(items, choices), {})).toEqual({})
  })
})

test('validates any input, and accepts its own result unchanged', () => {
  const items = [
    ask('text', 't', { relevant: '${i} > 3' }),
    ask('integer', 'i', { constraint: '. < 100' }),
    ask('choices', 'm', { list: 'crops' }),
    repeat('r', [ask('text', 'a'), ask('number', 'b', { relevant: "${a} != ''" })], '${i} != 5'),
    ask('location', 'l'),
  ]
  const anyValue = fc.oneof(fc.jsonValue(), fc.constantFrom('maize', 4, 5, ['beans'], [{ a: 'x', b: 2 }]))
  const values = fc.oneof(
    fc.jsonValue(),
    fc.record({ t: anyValue, i: anyValue, m: anyValue, r: anyValue, l: anyValue }, { requiredKeys: [] }),
  )
  fc.assert(
    fc.property(values, (input) => {
      const { values: kept } = validate(items, input)
      expect(validate(items, kept).values).toEqual(kept)
      expect(validate(items, JSON.parse(JSON.stringify(kept))).values).toEqual(kept)
    }),
    { numRuns: 5_000 },
  )
})

test('reports which questions are shown, per row inside a repeat', () => {
  const items = [
    ask('integer', 'i'),
    group('g', [ask('text', 'inside')], '${i} > 3'),
    repeat('r', [ask('text', 'a'), ask('text', 'b', { relevant: "${a} = 'x'" })]),
  ]
  const { isShown } = validateForm(surveyOf(items), { i: 2, r: [{ a: 'x' }, { a: 'y' }] }, options).form
  expect([isShown('i'), isShown('g'), isShown('inside')]).toEqual([true, false, false])
  expect([isShown('b', 0), isShown('b', 1), isShown('b', 2), isShown('nothing')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

describe('§5 imported answers', () => {
  const items = [
    ask('choice', 'consent', { list: 'yes_no' }),
    group('home', [ask('integer', 'rooms'), ask('text', 'roof')], "${consent} = 'yes'"),
    repeat('people', [ask('integer', 'age'), ask('text', 'job', { relevant: '${age} > 15' })]),
    repeat('plots', [ask('number', 'size')], "${consent} = 'yes'"),
  ]
  const imported = { imported: true }

  test('refuses answers to hidden questions and names them', () => {
    expect(messagesFor(items, { rooms: 3 }, imported)).toEqual([
      ': Answers to questions that do not apply: rooms',
    ])
    expect(
      messagesFor(items, { rooms: 'three', plots: [{ size: 2 }], people: [{ age: 9, job: 'x' }] }, imported),
    ).toEqual([': Answers to questions that do not apply: rooms, people.0.job, plots'])
    expect(messagesFor(items, { rooms: 3 }, { ...imported, language: 'pt-BR' })).toEqual([
      ': Respostas a perguntas que não se aplicam: rooms',
    ])
  })

  test('accepts answers to shown questions, and ignores blank ones', () => {
    const validValues = { consent: 'yes', rooms: 3, plots: [{ size: 2 }] }
    expect(validate(items, validValues, imported)).toEqual({ values: validValues, issues: [] })
    expect(messagesFor(items, { consent: 'no', rooms: null, roof: ' ', plots: [] }, imported)).toEqual([])
  })

  test('names keys as well as labels, also in messages of the questionnaire', () => {
    const labelled = [
      ask('integer', 'rooms', { labels: { en: 'How many rooms?' } }),
      ask('integer', 'beds', { constraint: '. < 9', constraintMessages: { en: 'Too many' } }),
    ]
    expect(messagesFor(labelled, { rooms: 'x', beds: 10 }, imported)).toEqual([
      'rooms: How many rooms? (rooms) must be a number, like 7 or 12.5',
      'beds: Too many (beds)',
    ])
  })
})

test('reports a submitted result that differs, and replaces it', () => {
  const survey = surveyOf([
    ask('integer', 'size'),
    ask('calculated', 'double', { calculation: '${size} * 2', result: 'number', labels: { en: 'Double' } }),
    repeat('people', [ask('calculated', 'line', { calculation: 'position(..)', result: 'number' })]),
  ])
  const check = (values: unknown) => validateAnswers(survey, values, { language: 'en', today: '2026-03-31' })
  expect(check({ size: 2, double: 4, people: [{ line: 1 }] })).toMatchObject({ issues: [], warnings: [] })
  expect(check({ size: 2 })).toMatchObject({ values: { size: 2, double: 4 }, warnings: [] })
  expect(check({ size: 2, double: 99, people: [{ line: 1 }, { line: 7 }] })).toMatchObject({
    values: { size: 2, double: 4, people: [{ line: 1 }, { line: 2 }] },
    issues: [],
    warnings: [
      {
        path: 'double',
        key: 'entities.surveys.validation.recalculated',
        params: { path: 'Double', given: '99', result: '4' },
      },
      { path: 'people.1.line', params: { given: '7', result: '2' } },
    ],
  })
})
