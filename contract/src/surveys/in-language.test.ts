import { expect, test } from 'vitest'

import { inLanguage } from './in-language.ts'
import { languageName } from './language-name.ts'
import { textIn } from './master.ts'
import type { SurveyDefinition } from './master.ts'

const definition: SurveyDefinition = {
  formId: 'water',
  label: 'Water',
  formVersion: null,
  timeZone: null,
  languages: ['en', 'pt', 'qaa-x-tetun'],
  defaultLanguage: 'en',
  choices: { yes_no: [{ value: 'yes', labels: { en: 'Yes', pt: 'Sim' } }] },
  items: [
    {
      kind: 'group',
      key: 'house',
      labels: { en: 'House', pt: 'Casa' },
      items: [
        {
          kind: 'question',
          key: 'has_well',
          type: 'choice',
          list: 'yes_no',
          labels: { en: 'Is there a well?' },
          hints: { en: 'Look for it', pt: 'Procure' },
          constraintMessages: { pt: 'Errado' },
          required: false,
          personal: false,
        },
      ],
    },
  ],
}

test('shows one language, not that of the user', () => {
  const translated = inLanguage(definition, 'pt')
  const [group] = translated.items
  if (group?.kind !== 'group') throw new Error('no group')
  const [question] = group.items
  if (question?.kind !== 'question') throw new Error('no question')
  expect(textIn(group.labels, 'en', translated)).toBe('Casa')
  expect(textIn(question.hints, 'en', translated)).toBe('Procure')
  expect(textIn(question.constraintMessages, 'en', translated)).toBe('Errado')
  expect(textIn(translated.choices['yes_no']?.[0]?.labels, 'en', translated)).toBe('Sim')
  // The author has not translated this label.
  expect(textIn(question.labels, 'en', translated)).toBe('Is there a well?')
  expect(question.requiredMessages).toBeUndefined()
})

test('names languages for people', () => {
  expect(languageName('pt', 'en')).toBe('Portuguese')
  expect(languageName('pt-BR', 'pt-BR')).toBe('Português (Brasil)')
  expect(languageName('qaa-x-tetun', 'en')).toBe('Tetun')
})
