import { describe, expect, test } from 'vitest'

import { messagesByLanguage } from '../messages/all.ts'
import { languages, translateIfKnown } from '../messages/translate.ts'
import type { Language } from '../messages/translate.ts'
import { ruleIds, ruleOf } from './rules.ts'

const textOf = (language: Language, key: string): string =>
  translateIfKnown(messagesByLanguage[language], key) ?? ''

const conditions = ruleIds.flatMap((rule) =>
  Object.keys(ruleOf(rule).conditions).map((condition) => [rule, condition] as const),
)

const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Values that a sentence compares its number with. */
const comparisons: ReadonlySet<string> = new Set(['limit', 'median', 'other', 'others', 'openFrom', 'to'])

/** Sentences that compare with a fact instead of a value, and the words for it in both languages. */
const facts: Partial<Record<string, Record<Language, RegExp>>> = {
  'T1 endsFirst': { en: /before the start/, 'pt-BR': /antes do início/ },
  'T11 closed': { en: /after the survey was closed/, 'pt-BR': /depois do encerramento/ },
  'G1 missing': { en: /although the questionnaire asks/, 'pt-BR': /embora o questionário/ },
  'G1 mock': { en: /instead of GPS/, 'pt-BR': /no lugar do GPS/ },
  'M1 blank': { en: /identifies the household/, 'pt-BR': /identifica o domicílio/ },
  'A1 invalid': { en: /none expected/, 'pt-BR': /esperado: nenhuma/ },
}

/** Words that judge a person instead of describing an interview. */
const accusations: Record<Language, RegExp> = {
  en: /fraud|fake|falsif|fabricat|cheat|invented|suspicious|suspect|dishonest|guilty|\blie[sd]?\b|\bwrongdoing/i,
  'pt-BR': /fraud|falso|falsa|falsific|inventad|suspeit|desonest|culpad|mentir|mentiu|trapace/i,
}

const isComparing = (language: Language, name: string, sentence: string): boolean =>
  placeholdersOf(sentence).some((value) => comparisons.has(value)) ||
  facts[name]?.[language].test(sentence) === true

describe.each(languages)('%s', (language) => {
  test.for(conditions)('the sentence of %s %s compares what was measured', ([rule, condition]) => {
    const sentence = textOf(language, `checks.sentences.${rule}.${condition}`)
    expect(sentence).toMatch(/^(\p{Lu}|\{).*\.$/u)
    expect(isComparing(language, `${rule} ${condition}`, sentence), sentence).toBe(true)
  })

  test.for(ruleIds)('%s says what it finds, and what to do next', (rule) => {
    expect(textOf(language, `checks.rules.${rule}`)).toMatch(/^\p{Lu}.*[^.]$/u)
    for (const key of ['checks.next', 'checkRules.finds'])
      expect(textOf(language, `${key}.${rule}`)).toMatch(/^\p{Lu}.{15,}\.$/u)
  })

  test('no text accuses a person', () => {
    const { checks, checkRules } = messagesByLanguage[language]
    const texts = JSON.stringify([checks, checkRules])
    expect(texts.match(accusations[language])).toBeNull()
  })

  test.for(ruleIds)('%s has names for its limits, and for problems that differ in severity', (rule) => {
    const { conditions: own, parameters } = ruleOf(rule)
    for (const name of Object.keys(parameters))
      expect(textOf(language, `checkRules.parameters.${rule}.${name}`)).toMatch(/\S/)
    for (const condition of new Set(Object.values(own)).size > 1 ? Object.keys(own) : [])
      expect(textOf(language, `checkRules.conditions.${rule}.${condition}`)).toMatch(/\S/)
    for (const { unit } of Object.values(parameters)) {
      expect(textOf(language, `checkRules.units.${unit}`)).toContain('{value}')
      expect(textOf(language, `checkRules.unitNames.${unit}`)).toMatch(/\S/)
    }
  })
})

test.for(conditions)(
  'the sentences of %s %s have the same numbers in both languages',
  ([rule, condition]) => {
    const [en, ptBR] = languages.map((language) =>
      placeholdersOf(textOf(language, `checks.sentences.${rule}.${condition}`)).toSorted(),
    )
    expect(ptBR).toEqual(en)
  },
)

test('reports sentences without a comparison, and accusations', () => {
  expect(isComparing('en', 'T4 minutes', 'The interview took {minutes} min.')).toBe(false)
  expect(isComparing('en', 'G1 missing', 'No location was recorded.')).toBe(false)
  expect(isComparing('en', 'T4 minutes', '{minutes} min (limit {limit} min).')).toBe(true)
  expect('The enumerator invented answers.').toMatch(accusations.en)
  expect('O entrevistador inventou; entrevista falsa.').toMatch(accusations['pt-BR'])
})
