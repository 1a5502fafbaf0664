import type { Item, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { ask, group, repeat, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { writeWorkbook } from '@baseline/tabular/write-workbook.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { formatProblem } from '../xlsform/format-problem.ts'
import { XlsFormError } from '../xlsform/problem.ts'
import { readXlsForm } from '../xlsform/read-xlsform.ts'
import { probeAnswers, probeKey, probes, probeSurvey, withResults } from './testing/probes.ts'
import { findPhoneProblems, generator, writeXForm } from './write-xform.ts'

const choices: SurveyDefinition['choices'] = {
  sides: [
    { value: 'left', labels: { en: 'Left', 'pt-BR': 'Esquerda' }, attributes: { weight: '1' } },
    { value: 'right', labels: { en: 'Right', 'pt-BR': 'Direita' }, attributes: { weight: '1', note: 'x' } },
  ],
}

const unescape = (xml: string): string =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Returns an attribute of the bind of an element. */
const attributeOf = (xform: string, path: string, name: string): string | undefined => {
  const bind = new RegExp(`<bind nodeset="${path}"([^>]*)/>`).exec(xform)?.[1] ?? ''
  const value = new RegExp(` ${name}="([^"]*)"`).exec(bind)?.[1]
  return value === undefined ? undefined : unescape(value)
}

const questions: Item[] = [
  ask('integer', 'size'),
  ask('text', 'word'),
  ask('date', 'day'),
  ask('time', 'early'),
  ask('time', 'late'),
  ask('dateTime', 'moment'),
  ask('choice', 'side', { list: 'sides' }),
  ask('choices', 'sides', { list: 'sides' }),
  repeat('members', [
    ask('integer', 'age'),
    ask('text', 'name', { relevant: '${age} > 5' }),
    ask('choice', 'member_side', { list: 'sides' }),
    ask('time', 'wakes'),
  ]),
]

const condition = (relevant: string, own: Partial<Question> = {}): string | undefined => {
  const survey = surveyOf([...questions, ask('text', 'own', { relevant, ...own })], choices)
  return attributeOf(writeXForm(survey, { version: 1 }), '/data/own', 'relevant')
}

describe('conditions outside of repeats', () => {
  test.for<[source: string, xpath: string]>([
    ["${size} > 5 and ${word} != 'a'", "/data/size > 5 and /data/word != 'a'"],
    ['(${size} + 1) * 2 = 4', '(/data/size + 1) * 2 = 4'],
    ['${size} - (2 - 1) > 0', '/data/size - (2 - 1) > 0'],
    ['(1 > 2) = (${size} > 3)', '1 > 2 = /data/size > 3'],
    // JavaRosa refuses to compare all rows at once.
    ['${age} < 5', 'count(/data/members[./age < 5]) > 0'],
    ['5 > ${age}', 'count(/data/members[5 > ./age]) > 0'],
    ['${age} < ${size}', 'count(/data/members[./age < /data/size]) > 0'],
    ["${name} != 'Ana'", "count(/data/members[count(./name) > 0 and ./name != 'Ana']) > 0"],
    ["${wakes} < '06:00'", 'count(/data/members[round(decimal-time(./wakes) * 1440) < 360]) > 0'],
    ['count(${members}) > 1', 'count(/data/members) > 1'],
    ['sum(${age}) > 1', "sum(/data/members[./age != '']/age) > 1"],
    ['max(${age}, ${size}) > 1', "max(max(/data/members[./age != '']/age), /data/size) > 1"],
    ["join(' ', ${name}) = ''", "join(' ', /data/members/name) = ''"],
    // JavaRosa cuts times to whole days.
    [
      '${late} > ${early}',
      'round(decimal-time(/data/late) * 1440) > round(decimal-time(/data/early) * 1440)',
    ],
    ["${late} = '14:30'", 'round(decimal-time(/data/late) * 1440) = 870'],
    ["${late} = ''", "/data/late = ''"],
    ['${late} - ${early} > 0.25', 'decimal-time(/data/late) - decimal-time(/data/early) > 0.25'],
    ['${moment} < now()', 'decimal-date-time(/data/moment) < decimal-date-time(now())'],
    ['${moment} < ${day}', 'decimal-date-time(/data/moment) < decimal-date-time(/data/day)'],
    ["${day} < '2026-04-01'", "/data/day < date('2026-04-01')"],
    ["${day} = '2026-04-01'", "/data/day = '2026-04-01'"],
    // A reference is true if it is not blank.
    ['${word}', "/data/word != ''"],
    ['not(${size})', 'not(boolean(number(/data/size)))'],
    ['${age}', 'count(/data/members/age) > 0'],
    // JavaRosa does not convert these arguments.
    ['selected(${size}, 7)', "selected(string(/data/size), '7')"],
    ["is-selected(${sides}, 'left')", "selected(/data/sides, 'left')"],
    // The web engine searches for the pattern.
    ["regex(${word}, 'a|b')", "regex(/data/word, '^(?:a|b)$')"],
    ['max(-2, -3) < 0', '-min(-(-2), -(-3)) < 0'],
    [
      "indexed-repeat(${name}, ${members}, ${size}) = ''",
      "if(/data/size >= 1, indexed-repeat(/data/members/name, /data/members, /data/size), '') = ''",
    ],
    [
      "pulldata('sides', 'label', 'name', ${side}) = ''",
      "string(instance('sides')/root/item[name = /data/side]/label) = ''",
    ],
    [
      "pulldata('sides', 'label', 'weight', ${side}) = ''",
      "string(instance('sides')/root/item[weight = /data/side][position() = 1]/label) = ''",
    ],
    ["jr:choice-name(${side}, '${side}') = ''", "jr:choice-name(/data/side, '/data/side') = ''"],
    ["concat('at ', ${late}) = ''", "concat('at ', format-date-time(/data/late, '%H:%M')) = ''"],
    ['${word} = "it\'s"', '/data/word = "it\'s"'],
    ['${word} = “it\'s "x"”', `/data/word = concat('it', "'", 's "x"')`],
  ])('%s', ([source, xpath]) => {
    expect(condition(source)).toBe(xpath)
  })
})

describe('expressions in a repeat', () => {
  const inRow = (own: Partial<Question>, column: string): string | undefined => {
    const survey = surveyOf(
      [...questions, repeat('rows', [ask('integer', 'other'), group('inner', [ask('text', 'own', own)])])],
      choices,
    )
    return attributeOf(writeXForm(survey, { version: 1 }), '/data/rows/inner/own', column)
  }

  test.for<[source: string, xpath: string]>([
    ['${other} > 1', '../../other > 1'],
    ['${size} > 1', '/data/size > 1'],
    ['position(..) > 1', 'position(../..) > 1'],
    // An absolute path would mean the own row only.
    ['count(${rows}) > 1', 'count(../../../rows) > 1'],
    ['${age} < ${other}', 'count(/data/members[./age < current()/../../other]) > 0'],
    [
      "pulldata('sides', 'note', 'name', ${other}) = ''",
      "string(instance('sides')/root/item[name = current()/../../other]/note) = ''",
    ],
  ])('%s', ([source, xpath]) => {
    expect(inRow({ relevant: source }, 'relevant')).toBe(xpath)
  })

  test('the own answer is the context', () => {
    expect(inRow({ constraint: '. != ${word} and string-length() > 2' }, 'constraint')).toBe(
      '. != /data/word and string-length(.) > 2',
    )
  })
})

describe('answers', () => {
  const calculation = (source: string): string | undefined => {
    const own = ask('calculated', 'own', { calculation: source })
    const survey = withResults(surveyOf([...questions, own], choices))
    return attributeOf(writeXForm(survey, { version: 1 }), '/data/own', 'calculate')
  }

  test.for<[source: string, xpath: string]>([
    ['${size} > 1', 'number(/data/size > 1)'],
    ['if(${size} > 1, ${size} > 2, ${word})', 'if(/data/size > 1, string(/data/size > 2), /data/word)'],
    ['if(${size} > 1, ${size} > 2, 0)', 'if(/data/size > 1, number(/data/size > 2), 0)'],
    ['${day}', 'string(/data/day)'],
    ['${late}', "format-date-time(/data/late, '%H:%M')"],
    // The server keeps the first result too.
    ['random()', 'once(random())'],
    ['once(uuid())', 'once(uuid())'],
  ])('%s', ([source, xpath]) => {
    expect(calculation(source)).toBe(xpath)
  })
})

const textOf = (answer: unknown): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : ''

describe('the name of an interview', () => {
  const nameOf = (instanceName: string) => {
    const survey = {
      ...surveyOf([...questions, ask('text', 'village', { feeds: 'village' })], choices),
      instanceName,
    }
    return attributeOf(writeXForm(survey, { version: 1 }), '/data/meta/instanceName', 'calculate')
  }
  test.for<[source: string, xpath: string | undefined]>([
    ["concat(${word}, '-', ${size})", "concat(/data/word, '-', /data/size)"],
    ["jr:choice-name(${side}, '${side}')", "jr:choice-name(/data/side, '/data/side')"],
    ['count(${members})', 'count(/data/members)'],
    ['once(today())', 'once(string(today()))'],
    // An earlier version was loaded without a check.
    ['Household of ${word}', '/data/village'],
  ])('%s → %s', ([source, xpath]) => {
    expect(nameOf(source)).toBe(xpath)
  })
})

test('our results equal the recorded results of JavaRosa', () => {
  const survey = probeSurvey(Object.keys(probes))
  const { values } = validateAnswers(survey, probeAnswers, { today: '2026-03-31', language: 'en' })
  const results = Object.fromEntries(
    Object.keys(probes).map((expression) => [expression, textOf(values[probeKey(expression)])]),
  )
  // JavaRosa counts UTF-16 code units, the server characters.
  expect(results).toEqual({ ...probes, "string-length('👍')": '1' })
})

describe('the form', () => {
  const survey = surveyOf(
    [
      { ...ask('metadata', 'audit'), metadata: 'audit', parameters: 'track-changes=true' },
      { ...ask('metadata', 'start'), metadata: 'start' },
      { ...ask('metadata', 'start_place'), metadata: 'start-geopoint' },
      ask('text', 'village', { feeds: 'village' }),
      ask('choice', 'household', { feeds: 'householdName', list: 'sides' }),
      ask('photo', 'house'),
      ask('photo', 'door', { parameters: 'max-pixels=640' }),
      ask('time', 'visit', { default: '14:30' }),
      ask('integer', 'rooms', {
        default: '${size} + 1',
        attributes: { 'bind::odk:x': 'y', 'bind::relevant': '1' },
      }),
      ask('integer', 'size'),
      ask('text', 'echo', { labels: { en: '${village}' } }),
      ask('text', 'greeting', { labels: { en: 'Hello ${village} <b>' } }),
      ask('choice', 'filtered', {
        list: 'sides',
        choiceFilter: 'weight = ${size}',
        parameters: 'randomize=true seed=${size}',
      }),
      {
        ...repeat('rows', [ask('text', 'in_row', { default: '${size}' })]),
        kind: 'repeat',
        count: '${size}',
      },
      repeat('open_rows', [ask('text', 'in_open_row')]),
    ] as Item[],
    choices,
  )
  const xform = writeXForm(survey, { version: 12 })

  test.for([
    ['our version and that of the generator', `<data id="test" version="12.${String(generator)}">`],
    ['that an interview can be edited', '<submission odk:client-editable="true"/>'],
    ['languages by their own names, the default marked', '<translation lang="English" default="true()">'],
    ['another language', '<translation lang="Português (Brasil)">'],
    [
      'village and household as the name of the interview',
      `calculate="normalize-space(concat(/data/village, ' ', jr:choice-name(/data/household, '/data/household')))"`,
    ],
    ['the log of events', '<bind nodeset="/data/meta/audit" type="binary" odk:track-changes="true"/>'],
    [
      'metadata',
      '<bind nodeset="/data/start" type="dateTime" jr:preload="timestamp" jr:preloadParams="start"/>',
    ],
    ['the place of the start', '<odk:setgeopoint event="odk-instance-first-load" ref="/data/start_place"/>'],
    ['the size of photos', 'nodeset="/data/house" type="binary" orx:max-pixels="1600"'],
    ['the size of photos by the author', 'nodeset="/data/door" type="binary" orx:max-pixels="640"'],
    ['a constant default with seconds', '<visit>14:30:00.000</visit>'],
    [
      'a calculated default',
      '<setvalue event="odk-instance-first-load" ref="/data/rooms" value="/data/size + 1"/>',
    ],
    [
      'a calculated default in a new row',
      '<setvalue event="odk-new-repeat" ref="/data/rows/in_row" value="/data/size"/>',
    ],
    ['a label that is only an answer', '<value><output value="/data/village"/></value>'],
    ['answers in labels', '<value>Hello <output value="/data/village"/> &lt;b&gt;</value>'],
    [
      'filtered choices in random order',
      `nodeset="randomize(instance('sides')/root/item[weight = /data/size], /data/size)"`,
    ],
    ['every column of a choice', '<name>left</name>\n<label>Left</label>\n<weight>1</weight>\n<note/>'],
    [
      'the number of rows',
      '<bind nodeset="/data/rows_count" type="string" readonly="true()" calculate="int(/data/size)"/>',
    ],
    ['the repeat with its number of rows', '<repeat nodeset="/data/rows" jr:count="/data/rows_count">'],
    ['one row of other repeats', '<open_rows jr:template="">\n<in_open_row/>\n</open_rows>\n<open_rows>'],
    ['attributes of the author', 'odk:x="y"'],
  ] as const)('has %s', ([, part]) => {
    expect(xform).toContain(part)
  })

  test('leaves out that an interview can be edited, if the author does not want it', () => {
    expect(writeXForm({ ...survey, clientEditable: false }, { version: 12 })).not.toContain('<submission')
  })

  test('leaves out attributes that would contradict the server', () => {
    expect(attributeOf(xform, '/data/rooms', 'relevant')).toBeUndefined()
    expect(findPhoneProblems(survey)).toEqual([
      {
        item: 'rooms',
        column: 'bind::relevant',
        key: 'entities.surveys.phones.attribute',
        params: { name: 'bind::relevant' },
      },
    ])
  })
})

describe('escaping', () => {
  /** The markup without texts and values of attributes. */
  const skeleton = (xform: string): string[] =>
    [...xform.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replaceAll(/"[^"]*"/g, '""'))

  const withText = (text: string): string =>
    writeXForm(
      {
        ...surveyOf(
          [
            ask('text', 'a', {
              labels: { en: text },
              hints: { en: text },
              guidanceHints: { en: text },
              appearance: text,
              attributes: { 'bind::odk:x': text, 'body::odk:y': text, 'instance::odk:z': text },
              constraint: `. != '${text.replaceAll("'", '')}'`,
              constraintMessages: { en: text },
              requiredMessages: { en: text },
              default: text.replaceAll(/[${(]/g, ''),
              media: { image: { en: text } },
            }),
            ask('choice', 'b', { list: 'list', parameters: 'seed=1' }),
            group('c', [ask('photo', 'd', { parameters: `app=${text}` })]),
          ],
          { list: [{ value: text, labels: { en: text }, attributes: { note: text } }] },
        ),
        formId: text,
        label: text,
      },
      { version: 1 },
    )

  const plain = skeleton(withText('x'))

  test('no text can add markup', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      '</value>',
      '<output value="/data/a"/>',
      ']]>',
      '<!--',
      '&lt;',
      '\u0000',
      '\ud800',
      'é',
      '\n',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { minLength: 1 }), (parts) => {
        // A reference becomes an element.
        const text = `x${parts.join('').replaceAll('$', '').slice(0, 200)}`
        expect(skeleton(withText(text))).toEqual(plain)
      }),
    )
  })

  test('characters that XML forbids are removed', () => {
    expect(withText('a\u0000b\u0008\ufffec')).toContain('<value>abc</value>')
  })
})

describe('survey check --phones', () => {
  const check = async (rows: string[][]): Promise<string[]> => {
    const bytes = await writeWorkbook([
      {
        name: 'survey',
        rows: [['type', 'name', 'label', 'relevant', 'calculation', 'appearance', 'bind::nodeset'], ...rows],
      },
      { name: 'settings', rows: [['form_id'], ['test']] },
    ])
    try {
      await readXlsForm(bytes, { fileName: 'test.xlsx', phones: true })
      return []
    } catch (error) {
      if (!(error instanceof XlsFormError)) throw error
      return error.problems.map((problem) => formatProblem('en', problem))
    }
  }
  const members = [
    ['begin_repeat', 'members', 'Members'],
    ['integer', 'age', 'Age'],
    ['time', 'wakes', 'Wakes'],
    ['end_repeat'],
  ]

  test.for<[name: string, row: string[], problem: string]>([
    [
      'several rows as one value',
      ['text', 'a', 'A', '${age} + 1 > 2'],
      'Sheet survey, row 6, column D: on phones, age has one answer per row',
    ],
    [
      'rows compared with rows',
      ['text', 'a', 'A', '${age} > ${age}'],
      'Sheet survey, row 6, column D: phones cannot compare all rows',
    ],
    [
      'a label with several rows',
      ['text', 'a', 'About ${age}'],
      'Sheet survey, row 6, column C: on phones, age',
    ],
    [
      'syntax of patterns',
      ['text', 'a', 'A', "regex('x', '[[:alpha:]]')"],
      'Sheet survey, row 6, column D: phones read [[:alpha:] in a pattern',
    ],
    [
      'search()',
      ['text', 'a', 'A', '', '', "search('x')"],
      'Sheet survey, row 6, column F: search() is not supported',
    ],
    [
      'a rule in a second column',
      ['text', 'a', 'A', '', '', '', '/data/b'],
      'Sheet survey, row 6, column G: bind::nodeset is not written',
    ],
    ['a reserved name', ['text', 'meta', 'A'], 'Sheet survey, row 6, column B: the name meta is reserved'],
  ])('%s', async ([, row, problem]) => {
    const problems = await check([...members, row])
    expect(problems).toEqual([expect.stringContaining(problem)])
  })

  test('accepts rules that phones can follow', async () => {
    expect(await check([...members, ['text', 'a', 'A', '${age} > 5']])).toEqual([])
  })
})
