import { ask, group, repeat, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { beforeAll, expect, test } from 'vitest'

import { loadAllTexts } from '#platform/testing/load-texts.ts'

import { importColumns, repeatSheets } from './columns.ts'
import { exampleAnswers, templateGuide } from './guide.ts'

beforeAll(() => loadAllTexts('en'))

const choices = {
  yes_no: [
    { value: 'yes', labels: { en: 'Yes', 'pt-BR': 'Sim' } },
    { value: 'no', labels: { en: 'No', 'pt-BR': 'Não' } },
  ],
  villages: Array.from({ length: 3_000 }, (_, index) => ({
    value: `v${String(index)}`,
    labels: { en: `Village ${String(index)}` },
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
    ask('choice', 'hamlet', { list: 'villages' }),
    repeat('members', [ask('text', 'name'), ask('choices', 'can', { list: 'yes_no' })]),
    ask('location', 'place'),
    ask('text', 'status'),
  ],
  choices,
)

test('§5 creates an example that can be imported', () => {
  expect(exampleAnswers(survey)).toBe('{"consent": "yes", "hamlet": "v0", "status": "Abc"}')
  const example: unknown = JSON.parse(exampleAnswers(survey))
  const options = { language: 'en', today: '2026-11-14', partial: true, imported: true }
  expect(validateAnswers(survey, example, options)).toMatchObject({ values: example, issues: [] })
  expect(exampleAnswers(surveyOf([ask('note', 'hello')]))).toBe('{}')
})

test('§5 lists each column with its label, type and choices, and limits the cell length', () => {
  const columns = importColumns(survey, { roles: ['supervisor'], language: 'pt-BR' })
  const rows = templateGuide(survey, 'pt-BR', { columns, sheets: repeatSheets(survey, 'pt-BR') })
  expect(rows.slice(0, 10).map(([key]) => key)).toEqual([
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
  ])
  expect(rows.slice(12).filter(([key]) => key !== 'hamlet')).toEqual([
    ['age', 'age (pt)', 'A whole number, such as 7.'],
    ['consent', 'Podemos?', 'Required. One of these, as code or label: yes (Sim), no (Não).'],
    ['rooms', 'rooms (pt)', "A whole number, such as 7. Asked only if ${consent} = 'yes'."],
    [
      'place',
      'place (pt)',
      'Latitude and longitude, such as -25.9 32.5, and if known the accuracy in metres.',
    ],
    // The plain heading belongs to a fixed column.
    ['values.status', 'status (pt)', 'Text.'],
    [],
    [
      'Sheet members',
      'members',
      'One row for each. Enter the Survey Id of the response, or the number of its row in the first sheet.',
    ],
    ['displayId', 'Survey Id', 'The Survey Id of the response in the first sheet.'],
    [
      'row',
      'Row in the first sheet',
      'Instead of the Survey Id: the number of its row in the first sheet, such as 2. A number, such as 7 or 12.5.',
    ],
    ['name', 'name (pt)', 'Text.'],
    [
      'can',
      'can (pt)',
      'One or more of these, as code or label, separated by semicolons: yes (Sim), no (Não).',
    ],
  ])
  const villages = rows.filter(([key]) => key === 'hamlet').map(([, , text = '']) => text)
  expect(villages.join(' ')).toContain('v2999 (Village 2999)')
  expect(Math.max(...villages.map(({ length }) => length))).toBeLessThan(32_767)
})
