import { variableName } from '@baseline/contract/survey-responses/exports/variable-name.ts'
import { isAsked, textIn } from '@baseline/contract/surveys/master.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { fold } from '#platform/importer/columns.ts'
import type { Choices, ImportColumn } from '#platform/importer/columns.ts'

export interface QuestionPlace {
  survey: SurveyDefinition
  /** Language of the user. */
  language: string
  /** Headings of other columns. A question with such a key gets the heading `values.<key>`. */
  takenHeadings: ReadonlySet<string>
  /** The repeat that contains the question. */
  repeat?: string
}

const kinds = {
  text: 'text',
  photo: 'text',
  audio: 'text',
  video: 'text',
  file: 'text',
  number: 'number',
  integer: 'number',
  range: 'number',
  date: 'date',
  time: 'clock',
  dateTime: 'text',
  barcode: 'text',
  line: 'text',
  area: 'text',
  acknowledge: 'text',
  hidden: 'text',
  metadata: 'text',
} as const

const kindOf = ({ type, result }: Question & { type: keyof typeof kinds | 'calculated' }) =>
  type === 'calculated' ? (result ?? 'text') : kinds[type]

const labelsOf = (texts: Readonly<Record<string, string>>): string[] => [...new Set(Object.values(texts))]

type ChoiceList = SurveyDefinition['choices'][string]

export const choiceListOf = ({ list }: Question, { choices }: SurveyDefinition): ChoiceList =>
  (list === undefined ? undefined : choices[list]) ?? []

/** Maps each unambiguous word to its choice. Words are the value and the labels in all languages. */
const mapNamesToValues = (list: ChoiceList): Map<string, string> => {
  const valuesByLabel = new Map<string, Set<string>>()
  for (const { value, labels } of list)
    for (const label of labelsOf(labels))
      valuesByLabel.set(fold(label), (valuesByLabel.get(fold(label)) ?? new Set()).add(value))
  const valuesByName = new Map<string, string>()
  for (const [label, values] of valuesByLabel) {
    const [value, secondValue] = values
    if (value !== undefined && secondValue === undefined) valuesByName.set(label, value)
  }
  const choicesByValue = Map.groupBy(list, ({ value }) => fold(value))
  for (const [foldedValue, choices] of choicesByValue) {
    const [first] = choices
    if (first && choices.length === 1) valuesByName.set(foldedValue, first.value)
    else valuesByName.delete(foldedValue)
  }
  return valuesByName
}

const choicesOf = (list: ChoiceList, { language, survey }: QuestionPlace): Choices => ({
  choices: list.map(({ value }) => value),
  valuesByName: mapNamesToValues(list),
  dropDownValues: list.map(({ value, labels }) => textIn(labels, language, survey) ?? value),
})

/** Returns the heading of a question's column. */
export const headingOf = (key: string, { takenHeadings }: Pick<QuestionPlace, 'takenHeadings'>): string =>
  takenHeadings.has(key) ? `values.${key}` : key

export const placeParts = ['latitude', 'longitude', 'accuracy'] as const

/** Returns the column of a question, and the columns that exports write instead. */
export const questionColumns = (question: Question, place: QuestionPlace): ImportColumn[] => {
  const { survey, language, repeat } = place
  const { key, type } = question
  if (type === 'note') return []
  const heading = headingOf(key, place)
  const label = textIn(question.labels, language, survey) ?? key
  const questionLabels = labelsOf(question.labels)
  const commonProperties = {
    key: heading,
    path: ['values', repeat, key].filter(Boolean).join('.'),
    label: { text: label },
    labels: [
      ...questionLabels,
      ...questionLabels.map((questionLabel) => `${questionLabel} (${key})`),
      variableName(key),
    ],
    ...(question.required && question.relevant === undefined && { required: true as const }),
    // No user enters these answers: an export has them, a template does not.
    ...((!isAsked(question) || question.calculation !== undefined) && { hidden: true as const }),
  }
  const list = choiceListOf(question, survey)
  switch (type) {
    case 'choice':
      return [{ ...commonProperties, kind: 'choice', ...choicesOf(list, place) }]
    case 'choices':
      return [
        { ...commonProperties, kind: 'choices', separator: ';', ...choicesOf(list, place) },
        ...list.map(({ value, labels }): ImportColumn => ({
          kind: 'flag',
          key: `${heading}/${value}`,
          path: commonProperties.path,
          hidden: true,
          label: { text: `${label} / ${textIn(labels, language, survey) ?? value}` },
          labels: [
            ...questionLabels.flatMap((questionLabel) =>
              labelsOf(labels).map((choice) => `${questionLabel} / ${choice}`),
            ),
            variableName(`${key}/${value}`),
          ],
        })),
      ]
    case 'location':
      return [
        { ...commonProperties, kind: 'place' },
        ...placeParts.map((part): ImportColumn => ({
          kind: 'number',
          key: `${heading}/${part}`,
          path: commonProperties.path,
          hidden: true,
          label: { text: `${label} / ${part}` },
          labels: [
            ...questionLabels.flatMap((questionLabel) =>
              partNames[part].map((partName) => `${questionLabel} / ${partName}`),
            ),
            variableName(`${key}/${part}`),
          ],
        })),
      ]
    case 'rank':
      return [{ ...commonProperties, kind: 'choices', separator: ';', ...choicesOf(list, place) }]
    default:
      return [{ ...commonProperties, kind: kindOf({ ...question, type }) }]
  }
}

/** Names of the parts of a location in exports, in both languages. */
const partNames = {
  latitude: ['Latitude'],
  longitude: ['Longitude'],
  accuracy: ['Accuracy in metres', 'Precisão em metros'],
} as const
