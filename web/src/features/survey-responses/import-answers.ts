import { textIn } from '@baseline/contract/surveys/master.ts'
import type { Item, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { t } from '#platform/i18n.ts'

type Sample = string | number | readonly string[] | { latitude: number; longitude: number }

const valuesOf = ({ list }: Question, { choices }: SurveyDefinition): SurveyDefinition['choices'][string] =>
  (list === undefined ? undefined : choices[list]) ?? []

const sampleOf = (question: Question, survey: SurveyDefinition): Sample | undefined => {
  const [first] = valuesOf(question, survey)
  switch (question.type) {
    case 'text':
      return 'Abc'
    case 'number':
      return 12.5
    case 'integer':
      return 7
    case 'date':
      return '2026-11-14'
    case 'time':
      return '14:30'
    case 'choice':
      return first?.value
    case 'choices':
      return first && [first.value]
    default:
      return undefined
  }
}

const jsonOf = (entries: readonly (readonly [string, Sample])[]): string =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(', ')}}`

/** Questions that are always asked and take any answer of their type: an example of them is valid. */
const plainQuestions = (items: readonly Item[]): Question[] =>
  items.flatMap((item) => {
    if (item.relevant !== undefined || item.kind === 'repeat') return []
    if (item.kind === 'group') return plainQuestions(item.items)
    return item.constraint === undefined ? [item] : []
  })

const mostSamples = 3

const samplesOf = (items: readonly Item[], survey: SurveyDefinition) =>
  plainQuestions(items)
    .flatMap((question) => {
      const sample = sampleOf(question, survey)
      return sample === undefined ? [] : [[question.key, sample] as const]
    })
    .slice(0, mostSamples)

/** Answers to the first questions of a survey, as a cell may hold them. */
export const exampleAnswers = (survey: SurveyDefinition): string => jsonOf(samplesOf(survey.items, survey))

/** A cell holds 32,767 characters; lists of villages are longer than that. */
const choicesPerRow = 50

/** What to write for a question; one line for each part of a long list of choices. */
const answerLines = (question: Question, survey: SurveyDefinition, language: string): string[] => {
  const { type } = question
  const key = `entities.surveyResponses.importer.answers.types` as const
  if (type === 'note') return []
  if (type === 'location')
    return [t(`${key}.location`, { example: '{"latitude": -25.9, "longitude": 32.5}' })]
  if (type !== 'choice' && type !== 'choices') return [t(`${key}.${type}`)]
  const words = valuesOf(question, survey).map(({ value, labels }) => {
    const label = textIn(labels, language, survey) ?? value
    return label === value ? value : t('entities.surveyResponses.importer.answers.choice', { value, label })
  })
  const parts = Array.from({ length: Math.ceil(words.length / choicesPerRow) }, (_, part) =>
    words.slice(part * choicesPerRow, (part + 1) * choicesPerRow).join(', '),
  )
  const example = JSON.stringify(sampleOf(question, survey) ?? [])
  return parts.map((values) => t(`${key}.${type}`, { values, example }))
}

interface Place {
  survey: SurveyDefinition
  language: string
  /** Of the groups around. */
  conditions: readonly string[]
  repeat?: string
}

const itemRows = (item: Item, place: Place): string[][] => {
  const { survey, language, repeat } = place
  const conditions = [...place.conditions, ...(item.relevant === undefined ? [] : [item.relevant])]
  const inside = (more: Partial<Place>) =>
    'items' in item ? item.items.flatMap((one) => itemRows(one, { ...place, conditions, ...more })) : []
  if (item.kind === 'group') return inside({})
  const words = 'entities.surveyResponses.importer.answers' as const
  const condition = conditions.length > 1 ? conditions.map((one) => `(${one})`).join(' and ') : conditions[0]
  const onlyIf = condition === undefined ? '' : ` ${t(`${words}.onlyIf`, { condition })}`
  const label = textIn(item.labels, language, survey) ?? item.key
  if (item.kind === 'repeat') {
    const example = `[${jsonOf(samplesOf(item.items, survey))}]`
    const entry = t(`${words}.types.repeat`, { example }) + onlyIf
    return [[item.key, label, entry], ...inside({ conditions: [], repeat: item.key })]
  }
  const key = repeat === undefined ? item.key : t(`${words}.path`, { key: item.key, repeat })
  const required = item.required ? `${t('importer.guide.required')} ` : ''
  return answerLines(item, survey, language).map((line, at) =>
    at === 0 ? [key, label, required + line + onlyIf] : [key, label, line],
  )
}

/** The questions of a survey for the guide of the template: key, words, and what an answer looks like. spec §5 */
export const answersGuide = (survey: SurveyDefinition | undefined, language: string): string[][] => [
  (['key', 'question', 'answer'] as const).map((word) =>
    t(`entities.surveyResponses.importer.answers.${word}`),
  ),
  ...(survey?.items.flatMap((item) => itemRows(item, { survey, language, conditions: [] })) ?? [
    [t('entities.surveyResponses.importer.answers.none')],
  ]),
]
