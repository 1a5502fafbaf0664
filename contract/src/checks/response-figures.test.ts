import { expect, test } from 'vitest'

import type { Question, SurveyDefinition } from '../surveys/master.ts'
import { figuresOf } from './response-figures.ts'

const question = (key: string, more: Partial<Question> & Pick<Question, 'type'>): Question => ({
  kind: 'question',
  key,
  labels: { en: key },
  required: false,
  personal: false,
  ...more,
})
const choices = (...values: string[]) =>
  values.map((value) => {
    const means = (['dont_know', 'refused', 'other', 'consent_refused'] as const).find((one) => one === value)
    return { value, labels: { en: value }, ...(means && { means }) }
  })

const survey: SurveyDefinition = {
  formId: 'household',
  label: 'Household',
  formVersion: null,
  timeZone: null,
  languages: ['en'],
  defaultLanguage: 'en',
  choices: {
    consent: choices('agrees', 'consent_refused'),
    yesno: choices('yes', 'no', 'dont_know'),
    source: choices('well', 'river', 'tap', 'other', 'refused'),
  },
  items: [
    question('consent', { type: 'choice', list: 'consent' }),
    question('place', { type: 'location', feeds: 'location' }),
    {
      kind: 'group',
      key: 'house',
      labels: {},
      relevant: "${consent} = 'agrees'",
      items: [
        question('farms', { type: 'choice', list: 'yesno' }),
        question('hectares', { type: 'number', relevant: "${farms} = 'yes'" }),
        question('water', { type: 'choice', list: 'source' }),
        question('which', { type: 'text', relevant: "${water} = 'other'" }),
        question('note', { type: 'note' }),
        question('phone', { type: 'integer', personal: true }),
        {
          kind: 'repeat',
          key: 'members',
          labels: {},
          items: [
            question('age', { type: 'integer' }),
            question('works', { type: 'choice', list: 'yesno' }),
            question('hours', { type: 'integer', relevant: "${works} = 'yes'" }),
          ],
        },
      ],
    },
  ],
}

const rates = (values: Record<string, unknown>, location: unknown = null) =>
  Object.fromEntries(
    Object.entries(figuresOf(survey, { values, location, day: '2026-11-14' }).rates).map(
      ([name, { found, asked }]) => [name, `${String(found)}/${String(asked)}`],
    ),
  )

test('counts answers that make an interview shorter, of the questions that were asked', () => {
  const values = {
    consent: 'agrees',
    farms: 'no',
    water: 'other',
    phone: 841234567,
    members: [{ age: 30, works: 'yes', hours: 40 }, { age: 25, works: 'no' }, { works: 'dont_know' }],
  }
  expect(rates(values)).toEqual({
    // farms and three times works; the river and a refusal can be chosen once.
    dontKnow: '1/4',
    refused: '0/1',
    // Shown: consent, farms, water, which, phone, three ages and works, hours of the first member.
    missing: '2/12',
    other: '1/1',
    noLocation: '1/1',
    // "Don't know" is no answer to a question that opens further ones. Water has more than two answers.
    filterNo: '2/3',
    consentRefused: '0/1',
  })
  expect(rates({ consent: 'agrees', farms: 'yes' }, { latitude: 1, longitude: 1 })).toMatchObject({
    dontKnow: '0/1',
    filterNo: '0/1',
    noLocation: '0/1',
    // Hectares, water and phone.
    missing: '3/5',
  })
})

test('an interview without consent asks nothing else', () => {
  expect(rates({ consent: 'consent_refused' })).toEqual({
    dontKnow: '0/0',
    refused: '0/0',
    missing: '0/1',
    other: '0/0',
    noLocation: '1/1',
    filterNo: '0/0',
    consentRefused: '1/1',
  })
})

test('collects numbers that are not personal, also of repeats', () => {
  const values = {
    consent: 'agrees',
    hectares: 1.5,
    phone: 841234567,
    members: [{ age: 30 }, {}, { age: 4 }],
  }
  expect(figuresOf(survey, { values, location: null, day: '2026-11-14' }).numbers).toEqual({
    hectares: [1.5],
    age: [30, 4],
  })
})
