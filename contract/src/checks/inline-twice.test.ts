import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Question, SurveyDefinition } from '../surveys/master.ts'
import { checkInline } from './inline.ts'
import { activeRules, parametersOf } from './rules.ts'
import type { RuleId } from './rules.ts'

/** Implements each rule a second time, one condition after the other. */

const zone = 'Africa/Maputo'
const question = (key: string, more: Partial<Question> & Pick<Question, 'type'>): Question => ({
  kind: 'question',
  key,
  labels: { en: key },
  required: false,
  personal: false,
  ...more,
})
const opinions = Array.from({ length: 14 }, (_, n) => `opinion_${String(n)}`)
const definition: SurveyDefinition = {
  formId: 'twice',
  label: 'Twice',
  formVersion: null,
  timeZone: null,
  languages: ['en'],
  defaultLanguage: 'en',
  choices: {
    opinion: [
      { value: 'good', labels: { en: 'Good' } },
      { value: 'bad', labels: { en: 'Bad' } },
      { value: 'dk', labels: { en: "Don't know" }, means: 'dont_know' },
      { value: 'refused', labels: { en: 'Refused' }, means: 'refused' },
    ],
  },
  items: [
    question('code', { type: 'text', isKey: true }),
    question('place', { type: 'location', feeds: 'location' }),
    ...opinions.map((key) => question(key, { type: 'choice', list: 'opinion' })),
    question('rooms', { type: 'integer', softMin: 1, softMax: 10 }),
    {
      kind: 'repeat',
      key: 'members',
      labels: { en: 'Members' },
      items: [question('age', { type: 'integer', softMax: 100 })],
    },
  ],
}

const minute = 60_000
const base = Date.parse('2026-03-31T08:00:00Z')
const iso = (time: number) => new Date(time).toISOString()

const World = fc.record({
  // Around the limits of the rules: seconds, hours and days.
  start: fc.oneof(fc.integer({ min: -1_500, max: 1_500 }), fc.integer({ min: -60, max: 60 })),
  seconds: fc.oneof(fc.constant(0), fc.integer({ min: -600, max: 300 }), fc.integer({ min: 0, max: 60_000 })),
  receivedAfter: fc.oneof(
    fc.constant(-10),
    fc.integer({ min: -30, max: 60 }),
    fc.integer({ min: 0, max: 20_000 }),
  ),
  hasStart: fc.boolean(),
  accuracy: fc.constantFrom(undefined, 0, 3, 50, 50.4, 51, 400),
  hasPlace: fc.boolean(),
  code: fc.constantFrom(undefined, '', 'MA1'),
  opinions: fc.array(fc.constantFrom('good', 'bad', 'dk', 'refused', undefined), {
    minLength: 14,
    maxLength: 14,
  }),
  rooms: fc.constantFrom(undefined, 0, 1, 5, 10, 11),
  ages: fc.array(fc.integer({ min: 90, max: 110 }), { maxLength: 4 }),
  problems: fc.integer({ min: 0, max: 2 }),
  isLate: fc.boolean(),
  openFrom: fc.constantFrom(null, '2026-03-30', '2026-03-31', '2026-04-01'),
  supersededHours: fc.constantFrom(undefined, -100, 47, 48, 49, 200),
})
type World = typeof World extends fc.Arbitrary<infer T> ? T : never

const limit = (rule: RuleId, name: string): number => parametersOf(rule)[name] ?? Number.NaN

const local = (time: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(time)

const timesOf = (world: World) => {
  const start = base + world.start * minute
  const end = start + world.seconds * 1_000
  return { start, end, received: end + world.receivedAfter * minute }
}

const countAnswers = ({ code, hasPlace, opinions: given, rooms, ages }: World): number =>
  (code ? 1 : 0) +
  (hasPlace ? 1 : 0) +
  given.filter((value) => value !== undefined).length +
  (rooms === undefined ? 0 : 1) +
  ages.length

const timeProblems = (world: World): string[] => {
  const { start, end, received } = timesOf(world)
  const clock = local(start).slice(11)
  const startsAhead = start > received + limit('T2', 'tolerance') * minute
  const problems: [string, boolean][] = [
    ['T1 endsFirst', end < start],
    ['T2 future', startsAhead],
    [
      'T2 beforeOpening',
      !startsAhead && world.openFrom !== null && local(start).slice(0, 10) < world.openFrom,
    ],
    ['T3 twoDays', end >= start && local(start).slice(0, 10) !== local(end).slice(0, 10)],
    ['T8 oddHour', clock < '06:00' || clock > '20:00'],
    ['V1 old', (world.supersededHours ?? 0) > limit('V1', 'hours')],
  ]
  return problems.flatMap(([name, isFound]) => (isFound ? [name] : []))
}

const paceProblems = (world: World): string[] => {
  const { start, end } = timesOf(world)
  const seconds = (end - start) / 1_000
  if (seconds < 0) return []
  if (seconds / 60 < limit('T4', 'minimum')) return ['T4 minutes']
  const answered = countAnswers(world)
  return answered >= limit('T4', 'answers') && seconds / answered < limit('T4', 'pace') ? ['T4 pace'] : []
}

const receiptProblems = (world: World): string[] => {
  const { end, received } = timesOf(world)
  const hours = (received - end) / 3_600_000
  const late = hours > 7 * 24 ? ['T10 veryLate'] : hours > 48 ? ['T10 late'] : []
  return [...late, ...(world.isLate ? ['T11 closed'] : [])]
}

const placeProblems = ({ hasPlace, accuracy }: World): string[] => {
  if (!hasPlace) return ['G1 missing']
  if (accuracy === 0) return ['G1 mock']
  return accuracy !== undefined && accuracy > 50 ? ['G1 inaccurate'] : []
}

const answerProblems = (world: World): string[] => {
  const evasive = world.opinions.filter((value) => value === 'dk' || value === 'refused').length
  const answered = countAnswers(world)
  return [
    ...(world.code ? [] : ['M1 blank code']),
    ...(answered >= limit('M2', 'answers') && evasive / answered > 0.2 ? ['M2 share'] : []),
    ...(world.rooms !== undefined && world.rooms < 1 ? ['V2 below rooms'] : []),
    ...(world.rooms !== undefined && world.rooms > 10 ? ['V2 above rooms'] : []),
    ...world.ages.flatMap((age, row) => (age > 100 ? [`V2 above members.${String(row)}.age`] : [])),
    ...(world.problems > 0 ? ['A1 invalid'] : []),
  ]
}

/** Returns `rule condition path` of each problem. */
const expectedFindings = (world: World): string[] => [
  ...(world.hasStart ? [...timeProblems(world), ...paceProblems(world)] : []),
  ...receiptProblems(world),
  ...placeProblems(world),
  ...answerProblems(world),
]

const enabled = activeRules(
  (['T8', 'T10'] as const).map((rule) => ({
    rule,
    isActive: true,
    severity: null,
    parameters: {},
    version: 1,
  })),
)

test('finds the same as a second implementation in 1,000 random responses', () => {
  fc.assert(
    fc.property(World, (world) => {
      const { start, end, received } = timesOf(world)
      const place = {
        latitude: -19,
        longitude: 34,
        ...(world.accuracy !== undefined && { accuracy: world.accuracy }),
      }
      const findings = checkInline(
        {
          startTime: world.hasStart ? iso(start) : null,
          endTime: iso(end),
          createdAt: iso(received),
          location: world.hasPlace ? place : null,
          values: {
            ...(world.code !== undefined && { code: world.code }),
            ...(world.hasPlace && { place }),
            ...Object.fromEntries(opinions.map((key, n) => [key, world.opinions[n]])),
            ...(world.rooms !== undefined && { rooms: world.rooms }),
            members: world.ages.map((age) => ({ age })),
          },
          problems: Array.from({ length: world.problems }, (_, n) => `q${String(n)}`),
          isLate: world.isLate,
        },
        {
          definition,
          timeZone: zone,
          openFrom: world.openFrom,
          supersededAt:
            world.supersededHours === undefined ? null : iso(start - world.supersededHours * 3_600_000),
        },
        enabled,
      ).map(({ rule, condition, question: path }) => [rule, condition, path].filter(Boolean).join(' '))
      expect(findings.toSorted()).toEqual(expectedFindings(world).toSorted())
    }),
    { numRuns: 1_000 },
  )
})
