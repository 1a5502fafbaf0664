import { itemsOf } from '@baseline/contract/surveys/items-of.ts'
import type { PlacedItem } from '@baseline/contract/surveys/items-of.ts'
import { textIn } from '@baseline/contract/surveys/master.ts'
import type { Item, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { t } from '#platform/i18n.ts'
import type { ImportColumn, ImportSheet } from '#platform/importer/columns.ts'
import { guideLines } from '#platform/importer/sheet-texts.ts'

import { fixedColumns } from './columns.ts'
import { listOf } from './question-columns.ts'

type Sample = string | number | readonly string[]

const sampleOf = (question: Question, survey: SurveyDefinition): Sample | undefined => {
  const [first] = listOf(question, survey)
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

/**
 * Returns questions that are always asked and accept any answer of their type, so that an example is valid.
 */
const plainQuestions = (items: readonly Item[]): Question[] =>
  items.flatMap((item) => {
    if (item.relevant !== undefined || item.kind === 'repeat') return []
    if (item.kind === 'group') return plainQuestions(item.items)
    return item.constraint === undefined ? [item] : []
  })

const mostSamples = 3

/** Returns example answers to the first questions of a survey, as JSON for the cell `values`. */
export const exampleAnswers = (survey: SurveyDefinition): string => {
  const samples = plainQuestions(survey.items)
    .flatMap((question) => {
      const sample = sampleOf(question, survey)
      return sample === undefined ? [] : [`${JSON.stringify(question.key)}: ${JSON.stringify(sample)}`]
    })
    .slice(0, mostSamples)
  return `{${samples.join(', ')}}`
}

const words = 'entities.surveyResponses.importer.guide' as const

/** Limits the cell length: Excel allows 32,767 characters, and lists of villages are longer. */
const choicesPerRow = 50

/** Describes the valid answers to a question. A long list of choices takes several lines. */
const answerLines = (question: Question, survey: SurveyDefinition, language: string): string[] => {
  const { type } = question
  if (type === 'note') return []
  if (type !== 'choice' && type !== 'choices') return [t(`${words}.types.${type}`)]
  const choices = listOf(question, survey).map(({ value, labels }) => {
    const label = textIn(labels, language, survey) ?? value
    return label === value ? value : t(`${words}.choice`, { value, label })
  })
  const parts = Array.from({ length: Math.ceil(choices.length / choicesPerRow) }, (_, part) =>
    choices.slice(part * choicesPerRow, (part + 1) * choicesPerRow).join(', '),
  )
  return parts.map((values) => t(`${words}.types.${type}`, { values }))
}

/** Joins the relevance conditions of the question and of its parent groups. */
const conditionOf = (one: PlacedItem): string | undefined => {
  const conditions: string[] = []
  for (let at: PlacedItem | undefined = one; at && at.item.kind !== 'repeat'; at = at.parent)
    if (at.item.relevant !== undefined) conditions.unshift(at.item.relevant)
  return conditions.length > 1 ? conditions.map((text) => `(${text})`).join(' and ') : conditions[0]
}

const questionLines = (
  columns: readonly ImportColumn[],
  survey: SurveyDefinition,
  language: string,
): string[][] => {
  const items = itemsOf(survey)
  return columns.flatMap((column) => {
    const one = items.get(column.path?.split('.').at(-1) ?? '')
    if (column.hidden || one?.item.kind !== 'question') return []
    const label = textIn(one.item.labels, language, survey) ?? one.item.key
    const condition = conditionOf(one)
    const onlyIf = condition === undefined ? '' : ` ${t(`${words}.onlyIf`, { condition })}`
    const required = one.item.required ? `${t('importer.guide.required')} ` : ''
    return answerLines(one.item, survey, language).map((line, at) =>
      at === 0 ? [column.key, label, required + line + onlyIf] : [column.key, label, line],
    )
  })
}

/** Returns the guide of a template: each column with its label, type and choices. spec §5 */
export const templateGuide = (
  survey: SurveyDefinition | undefined,
  language: string,
  { columns, sheets }: { columns: readonly ImportColumn[]; sheets: readonly ImportSheet[] },
): string[][] => {
  const fixed = new Set(fixedColumns([]).map(({ key }) => key))
  const own = columns.filter(({ key, path }) => fixed.has(key) && (path === undefined || key === 'values'))
  if (!survey) return [...guideLines(own), [], ['', '', t(`${words}.none`)]]
  const asked = columns.filter(({ key, path }) => path !== undefined && key !== 'values')
  return [
    ...guideLines(own),
    [],
    ['', '', t(`${words}.questions`)],
    ...questionLines(asked, survey, language),
    ...sheets.flatMap((sheet) => [
      [],
      [t(`${words}.sheet`, { name: sheet.name }), sheet.label, t(`${words}.sheetEntry`)],
      ...guideLines(sheet.columns.filter(({ path }) => path === undefined)),
      ...questionLines(sheet.columns, survey, language),
    ]),
  ]
}
