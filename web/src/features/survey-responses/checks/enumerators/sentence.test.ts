import { describe, expect, test } from 'vitest'

import { loadLanguage, loadScreenTexts } from '#platform/i18n.ts'

import { sentenceOf } from './sentence.ts'

describe.each([
  [
    'en',
    'Whipple’s index of 50 ages is 300; for the others, 160 (limit 175; 100 means no preference for 0 and 5).',
    'Whipple’s index of 50 ages is 300; 100 means no preference for 0 and 5 (limit 175).',
  ],
  [
    'pt-BR',
    'O índice de Whipple de 50 idades é 300; nos demais, 160 (limite 175; 100 significa nenhuma preferência por 0 e 5).',
    'O índice de Whipple de 50 idades é 300; 100 significa nenhuma preferência por 0 e 5 (limite 175).',
  ],
] as const)('%s', (language, withOthers, withoutOthers) => {
  test('the sentence about ages names the others, unless its evidence is older', async () => {
    await loadLanguage(language)
    await loadScreenTexts()
    const evidence = { n: 50, index: 300, limit: 175 }
    const finding = { rule: 'E4', condition: 'ages' } as const
    expect(sentenceOf({ ...finding, evidence: { ...evidence, others: 160 } })).toBe(withOthers)
    expect(sentenceOf({ ...finding, evidence })).toBe(withoutOthers)
  })
})
