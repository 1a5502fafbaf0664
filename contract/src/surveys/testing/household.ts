import type { Item, Question, SurveyDefinition } from '../master.ts'

type QuestionInput = Partial<Question> & Pick<Question, 'key' | 'type'>

const question = ({ key, type, ...options }: QuestionInput): Question => ({
  kind: 'question',
  key,
  type,
  labels: { en: key, 'pt-BR': `${key} (pt)` },
  required: false,
  personal: false,
  ...options,
})

/** Returns a questionnaire with these items. */
export const surveyOf = (items: Item[], choices: SurveyDefinition['choices'] = {}): SurveyDefinition => ({
  formId: 'test',
  label: 'Test',
  formVersion: null,
  timeZone: null,
  languages: ['en', 'pt-BR'],
  defaultLanguage: 'en',
  choices,
  items,
})

export const ask = (type: Question['type'], key: string, more: Partial<Question> = {}): Question =>
  question({ key, type, ...more })

export const group = (key: string, items: Item[], relevant?: string): Item => ({
  kind: 'group',
  key,
  labels: { en: key },
  relevant,
  items,
})

export const repeat = (key: string, items: Item[], relevant?: string): Item => ({
  kind: 'repeat',
  key,
  labels: { en: key },
  relevant,
  items,
})
