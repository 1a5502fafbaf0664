import { expect, test } from 'vitest'

import type { Question, SurveyDefinition } from '../surveys/master.ts'
import { checkInline } from './inline.ts'
import type { CheckedResponse, CheckedSurvey } from './inline.ts'
import { activeRules } from './rules.ts'
import type { RuleSetting } from './rules.ts'

const question = (key: string, more: Partial<Question> & Pick<Question, 'type'>): Question => ({
  kind: 'question',
  key,
  labels: { en: key },
  required: false,
  personal: false,
  ...more,
})

const yesNo = [
  { value: 'yes', labels: { en: 'Yes' } },
  { value: 'no', labels: { en: 'No' } },
  { value: 'dk', labels: { en: "Don't know" }, means: 'dont_know' as const },
]

const questionnaire = (items: SurveyDefinition['items']): SurveyDefinition => ({
  formId: 'checks',
  label: 'Checks',
  formVersion: null,
  timeZone: null,
  languages: ['en'],
  defaultLanguage: 'en',
  choices: { yesNo },
  items,
})

const many = Array.from({ length: 12 }, (_, index) =>
  question(`q${String(index)}`, { type: 'choice', list: 'yesNo' }),
)
const form = questionnaire([
  question('household', { type: 'text', isKey: true, relevant: "${q0} = 'yes'" }),
  ...many,
  question('age', { type: 'integer', softMin: 15, softMax: 99 }),
  question('place', { type: 'location', feeds: 'location' }),
  {
    kind: 'repeat',
    key: 'members',
    labels: { en: 'Members' },
    items: [question('years', { type: 'integer', softMin: 0, softMax: 100 })],
  },
])

const survey: CheckedSurvey = {
  definition: form,
  timeZone: 'Africa/Maputo',
  openFrom: null,
  supersededAt: null,
}

const answers = Object.fromEntries(many.map(({ key }) => [key, 'no']))
const honest: CheckedResponse = {
  startTime: '2026-03-31T09:00:00+02:00',
  endTime: '2026-03-31T09:45:00+02:00',
  createdAt: '2026-03-31T18:00:00+02:00',
  location: { latitude: -19.8, longitude: 34.8, accuracy: 8 },
  values: answers,
  problems: [],
  isLate: false,
}

const check = (
  changes: Partial<CheckedResponse>,
  { settings = [], ...about }: Partial<CheckedSurvey> & { settings?: RuleSetting[] } = {},
) =>
  checkInline({ ...honest, ...changes }, { ...survey, ...about }, activeRules(settings)).map(
    ({ rule, condition, severity, question: path, evidence }) => ({
      rule,
      condition,
      severity,
      path,
      evidence,
    }),
  )
const found = (rule: string, condition: string, severity: string, evidence = {}, path = '') => [
  { rule, condition, severity, path, evidence },
]

test('an honest interview has no findings', () => {
  expect(check({})).toEqual([])
})

test('T1 reports an end before the start, and nothing about the duration', () => {
  expect(check({ endTime: '2026-03-31T08:30:00+02:00' })).toEqual(
    found('T1', 'endsFirst', 'error', { minutes: 30 }),
  )
})

test('T2 reports a clock that is ahead by more than the tolerance', () => {
  const early = { createdAt: '2026-03-31T08:50:00+02:00' }
  expect(check(early)).toEqual([])
  expect(check({ createdAt: '2026-03-31T08:40:00+02:00' })).toEqual(
    found('T2', 'future', 'error', { minutes: 20, limit: 10 }),
  )
  expect(check({}, { openFrom: '2026-04-01' })).toEqual(
    found('T2', 'beforeOpening', 'error', { day: '2026-03-31', openFrom: '2026-04-01' }),
  )
  // 00:30 in Maputo is the day before in UTC.
  expect(
    check(
      {
        startTime: '2026-03-31T22:30:00Z',
        endTime: '2026-03-31T23:15:00Z',
        createdAt: '2026-04-01T05:00:00Z',
      },
      { openFrom: '2026-04-01' },
    ),
  ).toEqual([])
})

test('T3 compares the days of the survey', () => {
  expect(
    check({
      startTime: '2026-03-31T23:30:00+02:00',
      endTime: '2026-04-01T00:15:00+02:00',
      createdAt: '2026-04-01T08:00:00+02:00',
    }),
  ).toEqual(found('T3', 'twoDays', 'warn', { from: '2026-03-31 23:30', to: '2026-04-01 00:15' }))
})

test('T4 reports a short interview, by its minutes or by its answers', () => {
  // 12 answers in 48 seconds are exactly at the limit.
  expect(check({ endTime: '2026-03-31T09:00:48+02:00' })).toEqual([])
  expect(check({ endTime: '2026-03-31T09:00:36+02:00' })).toEqual(
    found('T4', 'pace', 'warn', { minutes: 0.6, answers: 12, seconds: 3, limit: 4 }),
  )
  const settings = [
    {
      rule: 'T4' as const,
      isActive: true,
      severity: 'error' as const,
      parameters: { minimum: 60 },
      version: 3,
    },
  ]
  expect(check({}, { settings })).toEqual(found('T4', 'minutes', 'error', { minutes: 45, limit: 60 }))
  expect(check({}, { settings: [{ ...settings[0], isActive: false }] as RuleSetting[] })).toEqual([])
})

test('T8 and T10 apply only where the survey enables them', () => {
  const night = { startTime: '2026-03-31T05:00:00+02:00', endTime: '2026-03-31T05:45:00+02:00' }
  expect(check(night)).toEqual([])
  const enable = (rule: 'T8' | 'T10'): RuleSetting => ({
    rule,
    isActive: true,
    severity: null,
    parameters: {},
    version: 1,
  })
  expect(check(night, { settings: [enable('T8')] })).toEqual(
    found('T8', 'oddHour', 'info', { time: '05:00', from: 6, to: 20 }),
  )
  expect(check({ createdAt: '2026-04-03T10:45:00+02:00' }, { settings: [enable('T10')] })).toEqual(
    found('T10', 'late', 'info', { hours: 73, limit: 48 }),
  )
  expect(check({ createdAt: '2026-04-10T09:45:00+02:00' }, { settings: [enable('T10')] })).toEqual(
    found('T10', 'veryLate', 'warn', { days: 10, limit: 7 }),
  )
})

test('T11 reports an interview that arrived after the survey was closed', () => {
  expect(check({ isLate: true })).toEqual(found('T11', 'closed', 'info'))
})

test('G1 reports a missing, an inaccurate and a mock location', () => {
  expect(check({ location: null })).toEqual(found('G1', 'missing', 'warn'))
  expect(check({ location: { latitude: 1, longitude: 2, accuracy: 50 } })).toEqual([])
  expect(check({ location: { latitude: 1, longitude: 2, accuracy: 51.2 } })).toEqual(
    found('G1', 'inaccurate', 'info', { metres: 51, limit: 50 }),
  )
  const mock = { location: { latitude: 1, longitude: 2, accuracy: 0 } }
  expect(check(mock)).toEqual(found('G1', 'mock', 'error'))
  const place = (more: Partial<Question>) => ({
    definition: questionnaire([...many, question('place', { type: 'location', feeds: 'location', ...more })]),
  })
  expect(check(mock, place({ parameters: 'allow-mock-accuracy=true' }))).toEqual([])
  expect(check(mock, place({ appearance: 'w1 placement-map' }))).toEqual([])
  expect(check({ location: null }, { definition: questionnaire(many) })).toEqual([])
})

test('M1 reports a blank key question that was asked', () => {
  expect(check({ values: { ...answers, q0: 'yes' } })).toEqual(found('M1', 'blank', 'error', {}, 'household'))
  expect(check({ values: { ...answers, q0: 'yes', household: 'Ana' } })).toEqual([])
})

test('M2 reports a share of answers without content above the limit', () => {
  const withUnknown = (count: number) =>
    Object.fromEntries(many.map(({ key }, index) => [key, index < count ? 'dk' : 'no']))
  expect(check({ values: withUnknown(2) })).toEqual([])
  expect(check({ values: withUnknown(3) })).toEqual(
    found('M2', 'share', 'info', { count: 3, answers: 12, share: 25, limit: 20 }),
  )
})

test('V1 reports a version that had been replaced for too long', () => {
  expect(check({}, { supersededAt: '2026-03-29T10:00:00+02:00' })).toEqual([])
  expect(check({}, { supersededAt: '2026-03-28T09:00:00+02:00' })).toEqual(
    found('V1', 'old', 'info', { hours: 72, limit: 48 }),
  )
})

test('V2 reports each number outside of the plausible limits, with its row', () => {
  expect(check({ values: { ...answers, age: 14, members: [{ years: 40 }, { years: 101 }] } })).toEqual([
    ...found('V2', 'below', 'warn', { value: 14, limit: 15 }, 'age'),
    ...found('V2', 'above', 'warn', { value: 101, limit: 100 }, 'members.1.years'),
  ])
  expect(check({ values: { ...answers, age: 15, members: [{ years: 100 }] } })).toEqual([])
})

test('A1 reports answers that break a rule of the questionnaire', () => {
  expect(check({ problems: ['age', 'q1'] })).toEqual(found('A1', 'invalid', 'error', { count: 2 }))
})
