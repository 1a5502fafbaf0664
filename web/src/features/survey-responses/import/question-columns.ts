import { variableName } from '@baseline/contract/survey-exports/variable-name.ts'
import { textIn } from '@baseline/contract/surveys/master.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { fold } from '#platform/importer/columns.ts'
import type { Choices, ImportColumn } from '#platform/importer/columns.ts'

export interface QuestionPlace {
  survey: SurveyDefinition
  /** Language of the user. */
  language: string
  /** Headings of other columns. A question with such a key gets the heading `values.<key>`. */
  taken: ReadonlySet<string>
  /** The repeat that contains the question. */
  repeat?: string
}

const kinds = {
  text: 'text',
  photo: 'text',
  number: 'number',
  integer: 'number',
  date: 'date',
  time: 'clock',
} as const

const labelsOf = (texts: Readonly<Record<string, string>>): string[] => [...new Set(Object.values(texts))]

type Listed = SurveyDefinition['choices'][string]

export const listOf = ({ list }: Question, { choices }: SurveyDefinition): Listed =>
  (list === undefined ? undefined : choices[list]) ?? []

/** Maps each unambiguous word to its choice. Words are the value and the labels in all languages. */
const wordsOf = (list: Listed): Map<string, string> => {
  const meant = new Map<string, Set<string>>()
  for (const { value, labels } of list)
    for (const word of labelsOf(labels))
      meant.set(fold(word), (meant.get(fold(word)) ?? new Set()).add(value))
  const words = new Map<string, string>()
  for (const [word, values] of meant) {
    const [value, another] = values
    if (value !== undefined && another === undefined) words.set(word, value)
  }
  const folded = Map.groupBy(list, ({ value }) => fold(value))
  for (const [word, same] of folded) {
    const [first] = same
    if (first && same.length === 1) words.set(word, first.value)
    else words.delete(word)
  }
  return words
}

const choicesOf = (list: Listed, { language, survey }: QuestionPlace): Choices => ({
  choices: list.map(({ value }) => value),
  words: wordsOf(list),
  offered: list.map(({ value, labels }) => textIn(labels, language, survey) ?? value),
})

/** Returns the heading of a question's column. */
export const headingOf = (key: string, { taken }: Pick<QuestionPlace, 'taken'>): string =>
  taken.has(key) ? `values.${key}` : key

export const placeParts = ['latitude', 'longitude', 'accuracy'] as const

/** Returns the column of a question, and the columns that exports write instead. */
export const questionColumns = (question: Question, place: QuestionPlace): ImportColumn[] => {
  const { survey, language, repeat } = place
  const { key, type } = question
  if (type === 'note') return []
  const heading = headingOf(key, place)
  const label = textIn(question.labels, language, survey) ?? key
  const words = labelsOf(question.labels)
  const common = {
    key: heading,
    path: ['values', repeat, key].filter(Boolean).join('.'),
    label: { text: label },
    labels: [...words, ...words.map((one) => `${one} (${key})`), variableName(key)],
    ...(question.required && question.relevant === undefined && { required: true as const }),
  }
  const list = listOf(question, survey)
  switch (type) {
    case 'choice':
      return [{ ...common, kind: 'choice', ...choicesOf(list, place) }]
    case 'choices':
      return [
        { ...common, kind: 'choices', separator: ';', ...choicesOf(list, place) },
        ...list.map(({ value, labels }): ImportColumn => ({
          kind: 'flag',
          key: `${heading}/${value}`,
          path: common.path,
          hidden: true,
          label: { text: `${label} / ${textIn(labels, language, survey) ?? value}` },
          labels: [
            ...words.flatMap((one) => labelsOf(labels).map((choice) => `${one} / ${choice}`)),
            variableName(`${key}/${value}`),
          ],
        })),
      ]
    case 'location':
      return [
        { ...common, kind: 'place' },
        ...placeParts.map((part): ImportColumn => ({
          kind: 'number',
          key: `${heading}/${part}`,
          path: common.path,
          hidden: true,
          label: { text: `${label} / ${part}` },
          labels: [
            ...words.flatMap((one) => partWords[part].map((word) => `${one} / ${word}`)),
            variableName(`${key}/${part}`),
          ],
        })),
      ]
    default:
      return [{ ...common, kind: kinds[type] }]
  }
}

/** Names of the parts of a location in exports, in both languages. */
const partWords = {
  latitude: ['Latitude'],
  longitude: ['Longitude'],
  accuracy: ['Accuracy in metres', 'Precisão em metros'],
} as const
