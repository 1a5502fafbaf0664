import { ask, group, repeat, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { beforeAll, expect, test } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'

import { answersGuide, exampleAnswers } from './import-answers.ts'

beforeAll(() => loadLanguage('en'))

const choices = {
  yes_no: [
    { value: 'yes', labels: { en: 'Yes', 'pt-BR': 'Sim' } },
    { value: 'no', labels: { en: 'No', 'pt-BR': 'Não' } },
  ],
  villages: Array.from({ length: 3_000 }, (_, at) => ({
    value: `v${String(at)}`,
    labels: { en: `Village ${String(at)}` },
  })),
}
const survey = surveyOf(
  [
    ask('note', 'hello'),
    ask('integer', 'age', { constraint: '. > 17' }),
    ask('choice', 'consent', {
      list: 'yes_no',
      required: true,
      labels: { en: 'May we ask?', 'pt-BR': 'Podemos?' },
    }),
    group('home', [ask('integer', 'rooms')], "${consent} = 'yes'"),
    ask('choice', 'village', { list: 'villages' }),
    repeat('members', [ask('text', 'name'), ask('choices', 'can', { list: 'yes_no' })]),
    ask('location', 'place'),
  ],
  choices,
)

test('§5 the example of a survey can be imported into it', () => {
  expect(exampleAnswers(survey)).toBe('{"consent": "yes", "village": "v0"}')
  const given: unknown = JSON.parse(exampleAnswers(survey))
  const asked = { language: 'en', today: '2026-11-14', partial: true, imported: true }
  expect(validateAnswers(survey, given, asked)).toEqual({ values: given, problems: [] })
  expect(exampleAnswers(surveyOf([ask('note', 'hello')]))).toBe('{}')
})

test('§5 the guide lists each question with its key, words and answers, and no cell is too long', () => {
  const rows = answersGuide(survey, 'pt-BR')
  expect(rows.filter(([key]) => key !== 'village')).toEqual([
    ['Key in values', 'Question', 'Answer'],
    ['age', 'age (pt)', 'A whole number, like 7.'],
    ['consent', 'Podemos?', 'Required. One of: yes (Sim), no (Não).'],
    ['rooms', 'rooms (pt)', "A whole number, like 7. Asked only if ${consent} = 'yes'."],
    ['members', 'members', 'A list of rows, like [{"name": "Abc", "can": ["yes"]}].'],
    ['name (in the rows of members)', 'name (pt)', 'Text.'],
    [
      'can (in the rows of members)',
      'can (pt)',
      'A list of some of these, like ["yes"]: yes (Sim), no (Não).',
    ],
    ['place', 'place (pt)', 'A place, like {"latitude": -25.9, "longitude": 32.5}.'],
  ])
  const villages = rows.filter(([key]) => key === 'village').map(([, , text = '']) => text)
  expect(villages.join(' ')).toContain('v2999 (Village 2999)')
  expect(Math.max(...villages.map(({ length }) => length))).toBeLessThan(32_767)
})
