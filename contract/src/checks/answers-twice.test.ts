import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Question, SurveyDefinition } from '../surveys/master.ts'
import { fingerprintOf, questionOf } from './fingerprint.ts'
import { checkPhotos } from './photos.ts'
import type { PhotoFacts, ResponseFacts } from './response-facts.ts'
import { activeRules } from './rules.ts'
import { checkMatch } from './similar-answers.ts'

/** Implements the rules on equal answers and on photos a second time, without fingerprints and chains. */

const rules = activeRules([])

const question = (key: string, more: Partial<Question> & Pick<Question, 'type'>): Question => ({
  kind: 'question',
  key,
  labels: { en: key },
  required: false,
  personal: false,
  ...more,
})
const keys = Array.from({ length: 36 }, (_, n) => `q${String(n)}`)
const definition: SurveyDefinition = {
  formId: 'twice',
  label: 'Twice',
  formVersion: null,
  timeZone: null,
  languages: ['en'],
  defaultLanguage: 'en',
  choices: { list: ['a', 'b', 'c'].map((value) => ({ value, labels: { en: value } })) },
  items: [
    // None of these is compared.
    question('name', { type: 'text', personal: true }),
    question('village', { type: 'choice', list: 'list', feeds: 'village' }),
    question('remark', { type: 'text' }),
    ...keys.map((key, n) =>
      n % 3 === 0
        ? question(key, { type: 'integer' })
        : question(key, { type: n % 3 === 1 ? 'choice' : 'choices', list: 'list' }),
    ),
  ],
}

const base = keys.map((_, n) => (n % 3 === 0 ? n : n % 3 === 1 ? 'a' : ['a', 'b']))
const otherAnswers = [undefined, 1, 'c', ['b', 'a'], ['b'], 0.5]
/** The answers of the base with up to eight changes. */
const Values = fc
  .array(fc.tuple(fc.nat(keys.length - 1), fc.constantFrom(...otherAnswers)), { maxLength: 8 })
  .map((changes) => {
    const answers: unknown[] = [...base]
    for (const [n, value] of changes) answers[n] = value
    return Object.fromEntries(keys.map((key, n) => [key, answers[n]]))
  })
const Response = fc.record({
  values: Values,
  name: fc.string(),
  village: fc.constantFrom('a', 'b'),
  remark: fc.string(),
})

const asText = (value: unknown): string => (Array.isArray(value) ? value.toSorted().join(' ') : String(value))

/** Returns the share of equal answers in percent; 0 if fewer than 30 questions have two answers. */
const shareOf = (
  a: Record<string, unknown>,
  b: Record<string, unknown>,
  left: string | undefined,
): number => {
  const both = keys.filter((key) => key !== left && a[key] !== undefined && b[key] !== undefined)
  const equal = both.filter((key) => asText(a[key]) === asText(b[key]))
  return both.length < 30 ? 0 : (100 * equal.length) / both.length
}

const codeOf = (key: string): number => questionOf(fingerprintOf(definition, { [key]: 'a' })[0] ?? 0)

test('D6 finds the same as a second implementation in 1,000 random surveys', () => {
  fc.assert(
    fc.property(
      fc.array(Response, { minLength: 2, maxLength: 6 }),
      fc.constantFrom(70, 92, 96, 100),
      fc.constantFrom(undefined, ...keys),
      (responses, percent, left) => {
        const usual = { percent, interviews: 100, uniform: left === undefined ? [] : [codeOf(left)] }
        const fingerprints = responses.map(({ values, ...more }) => {
          const all = fingerprintOf(definition, { ...values, ...more })
          return left === undefined ? all : all.filter((part) => questionOf(part) !== codeOf(left))
        })
        for (const [n, { values }] of responses.entries()) {
          const earlier = responses.slice(0, n).toReversed()
          const findings = checkMatch(
            fingerprints[n] ?? new Uint32Array(),
            earlier.map((_, back) => ({
              id: String(n - 1 - back),
              displayId: `R${String(n - 1 - back)}`,
              fingerprint: fingerprints[n - 1 - back] ?? new Uint32Array(),
            })),
            { usual, rules },
          )
          const shares = earlier.map((other) => shareOf(values, other.values, left))
          const highest = Math.max(-1, ...shares)
          const limit = Math.max(90, percent)
          expect(findings.map(({ evidence: { share, otherId } }) => ({ share, otherId }))).toEqual(
            highest < limit
              ? []
              : [
                  {
                    share: Math.round(highest * 10) / 10,
                    otherId: String(n - 1 - shares.indexOf(highest)),
                  },
                ],
          )
        }
      },
    ),
    { numRuns: 1_000 },
  )
})

const minute = 60_000
const noon = Date.parse('2026-03-31T12:00:00Z')
const metresPerDegree = (Math.PI * 6_371_008.8) / 180

const Photo = fc.record({
  question: fc.constantFrom('', 'house', 'field'),
  hash: fc.constantFrom('x', 'y', 'z'),
  minutes: fc.constantFrom(null, -31, -30, 0, 20, 75, 76, 500),
  metres: fc.constantFrom(null, 0, 499, 501, 9_000),
})
const Interview = fc.record({
  photos: fc.array(Photo, { maxLength: 4 }),
  isTimed: fc.boolean(),
  hasEnd: fc.boolean(),
  hasPlace: fc.boolean(),
})

test('P1 finds the same as a second implementation in 1,000 random surveys', () => {
  fc.assert(
    fc.property(fc.array(Interview, { minLength: 1, maxLength: 4 }), (interviews) => {
      const facts = interviews.map(({ isTimed, hasEnd, hasPlace }, n): ResponseFacts => ({
        id: String(n),
        surveyId: 'survey',
        displayId: `R${String(n)}`,
        investigator: 'ana',
        startedAt: isTimed ? noon : null,
        endedAt: hasEnd ? noon + 45 * minute : null,
        day: null,
        minutes: null,
        latitude: hasPlace ? 0 : null,
        longitude: hasPlace ? 0 : null,
        accuracy: null,
        village: null,
        household: null,
        phone: null,
        answers: null,
        answerCount: 0,
      }))
      for (const [n, { photos, ...interview }] of interviews.entries()) {
        const own = facts[n]
        if (!own) continue
        const others = (hash: string) =>
          facts.filter((_, at) => at !== n && interviews[at]?.photos.some((photo) => photo.hash === hash))
        const found = checkPhotos(
          own,
          photos.map(({ question: path, hash, minutes, metres }, at): PhotoFacts => ({
            id: String(at),
            question: path,
            hash,
            takenAt: minutes === null ? null : noon + minutes * minute,
            latitude: metres === null ? null : metres / metresPerDegree,
            longitude: metres === null ? null : 0,
          })),
          ({ hash }) => ({
            before: others(hash)
              .filter(({ id }) => Number(id) < n)
              .toReversed(),
            after: others(hash).filter(({ id }) => Number(id) > n),
          }),
          rules,
        ).map(({ question: path, condition, severity }) => `${path} ${condition} ${severity}`)
        const end = interview.hasEnd ? 45 : 0
        const expected = ['', 'house', 'field'].flatMap((path) => {
          const ofQuestion = photos.filter((photo) => photo.question === path)
          const has = (is: (photo: (typeof photos)[number]) => boolean) => ofQuestion.some(is)
          if (has(({ hash }) => others(hash).length > 0)) return [`${path} copy error`]
          const isOutside = (minutes: number) => minutes < -30 || minutes > end + 30
          if (interview.isTimed && has(({ minutes }) => minutes !== null && isOutside(minutes)))
            return [`${path} time warn`]
          const isFar = interview.hasPlace && has(({ metres }) => metres !== null && metres > 500)
          return isFar ? [`${path} place warn`] : []
        })
        expect(found.toSorted()).toEqual(expected.toSorted())
      }
    }),
    { numRuns: 1_000 },
  )
})
