import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { deriveColumns } from '@baseline/contract/surveys/derive-columns.ts'
import type { Item, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { beforeAll, describe, expect, test } from 'vitest'

import { householdWorkbook } from '../../../../../scripts/demo-form.ts'
import { readXlsForm } from './read-xlsform.ts'
import type { SurveyForm } from './read-xlsform.ts'

let form: SurveyForm
let survey: SurveyDefinition
beforeAll(async () => {
  const file = join(import.meta.dirname, '../../../../../demo/household.xlsx')
  form = await readXlsForm(await readFile(file), { fileName: 'household.xlsx' })
  survey = form.definition
})

const all = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => (item.kind === 'question' ? [item] : [item, ...all(item.items)]))
const questions = (): Question[] =>
  all(survey.items).flatMap((item) => (item.kind === 'question' ? [item] : []))

test('the demo workbook equals the one generated from its tables', async () => {
  expect(await readXlsForm(await householdWorkbook(), { fileName: 'household.xlsx' })).toEqual(form)
})

test('has more than 60 questions in twelve sections, in both languages', () => {
  expect(questions().filter(({ type }) => type !== 'note').length).toBeGreaterThan(60)
  expect(survey.items).toHaveLength(12)
  expect(survey.languages).toEqual(['en', 'pt-BR'])
  const texts = [
    ...all(survey.items).map(({ labels }) => labels),
    ...questions().flatMap(({ hints, constraintMessages }) => [hints ?? {}, constraintMessages ?? {}]),
    ...Object.values(survey.choices).flatMap((list) => list.map(({ labels }) => labels)),
  ].filter((one) => Object.keys(one).length > 0)
  for (const text of texts) expect(Object.keys(text).toSorted()).toEqual(['en', 'pt-BR'])
  // Every constraint has a message.
  for (const { constraint, constraintMessages } of questions())
    expect(constraint === undefined).toBe(constraintMessages === undefined)
})

test('flags villages, names, locations and pictures as personal', () => {
  const personal = questions().flatMap(({ key, personal: flagged }) => (flagged ? [key] : []))
  expect(personal).toEqual([
    'village',
    'household_name',
    'position',
    'house_photo',
    'head_name',
    'member_name',
    'phone',
  ])
})

const interview = {
  interview_date: '2026-03-30',
  district: 'marracuene',
  village: 'Macaneta',
  village_type: 'rural',
  village_category: 'fishing',
  household_code: 'MA0042',
  household_name: 'Sitoe',
  position: { latitude: -25.75, longitude: 32.71, accuracy: 6 },
  consent: 'yes',
  head_name: 'Rosa Sitoe',
  head_sex: 'female',
  head_age: 44,
  head_marital_status: 'widowed',
  head_education: 'primary',
  head_literate: 'yes',
  head_occupation: 'fisher',
  household_size: 2,
  members: [
    {
      member_name: 'Rosa',
      member_sex: 'female',
      member_age: 44,
      member_relation: 'head',
      member_education: 'primary',
      member_works: 'yes',
    },
    { member_name: 'Eva', member_sex: 'female', member_age: 3, member_relation: 'grandchild' },
  ],
  house_tenure: 'owned',
  walls: 'reed',
  roof: 'sheets',
  rooms: 2,
  water_source: 'well',
  water_minutes: 40,
  water_treatment: ['boil'],
  toilet: 'pit',
  toilet_shared: 'no',
  handwashing: 'no',
  lighting: 'solar',
  cooking_fuel: 'charcoal',
  farms: 'yes',
  land: 0.5,
  crops: ['maize', 'cassava'],
  maize_harvest: 300,
  maize_sold: 50,
  animals: ['poultry'],
  poultry: 12,
  income_sources: ['trade'],
  debts: 'no',
  meals: 2,
  worried: 'rarely',
  hungry: 'never',
  facility: 'centre',
  ill: 1,
  nets: 'yes',
  vaccinated: 'yes',
  visit_again: 'no',
}
const validate = (change: object, language = 'en') => {
  const { values, issues } = validateAnswers(
    survey,
    { ...interview, ...change },
    {
      language,
      today: '2026-03-31',
    },
  )
  return {
    values,
    messages: issues.map(({ path, params }) => `${path}: ${String(params['message'] ?? '')}`),
  }
}

describe('an interview', () => {
  test('without problems is kept complete, and fills its columns', () => {
    expect(validate({})).toEqual({ values: interview, messages: [] })
    expect(deriveColumns(survey, validate({}).values)).toEqual({
      surveyDate: '2026-03-30',
      districtName: 'Marracuene',
      village: 'Macaneta',
      villageType: 'Rural',
      villageCategory: 'Fishing',
      householdName: 'Sitoe',
      location: interview.position,
    })
  })

  test('that was refused has no answers after the refusal', () => {
    const { values, messages } = validate({ consent: 'no', refusal_reason: 'No time' })
    expect(messages).toEqual([])
    expect(Object.keys(values)).toEqual([
      'interview_date',
      'district',
      'village',
      'village_type',
      'village_category',
      'household_code',
      'household_name',
      'position',
      'consent',
      'refusal_reason',
    ])
  })

  test.for<[object, string]>([
    [{ interview_date: '2026-04-01' }, 'interview_date: The interview cannot be in the future'],
    [{ household_code: 'ma42' }, 'household_code: Two letters and four digits'],
    [{ maize_sold: 301 }, 'maize_sold: No more than was harvested'],
    [{ water_treatment: ['none', 'boil'] }, 'water_treatment: "None" cannot be combined with other answers'],
    [{ ill: 3 }, 'ill: No more than live here'],
    [{ members_away: 3 }, 'members_away: No more than the number of members'],
    [{ planting_date: '2026-03-31' }, 'planting_date: Before the interview'],
  ])('with %j reports: %s', ([change, text]) => {
    expect(validate(change).messages).toEqual([text])
  })

  test('reports problems in Portuguese on request', () => {
    expect(validate({ ill: 3 }, 'pt-BR').messages).toEqual(['ill: Não mais do que as que moram aqui'])
  })
})

test('validates an interview within 20 ms', () => {
  const startedAt = performance.now()
  for (let i = 0; i < 200; i += 1) validate({})
  expect((performance.now() - startedAt) / 200).toBeLessThan(20)
})
