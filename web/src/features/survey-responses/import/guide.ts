import { textIn } from '@baseline/contract/surveys/master.ts'
import type { Item, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import type { PlacedItem } from '@baseline/contract/surveys/survey-items.ts'

import { t } from '#platform/i18n.ts'
import type { ImportColumn, ImportSheet } from '#platform/importer/columns.ts'
import { guideLines } from '#platform/importer/sheet-texts.ts'

import { fixedColumns } from './columns.ts'
import { choiceListOf } from './question-columns.ts'

type Sample = string | number | readonly string[]

const sampleOf = (question: Question, survey: SurveyDefinition): Sample | undefined => {
  const [first] = choiceListOf(question, survey)
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
    return item.constraint === undefined && item.choiceFilter === undefined ? [item] : []
  })

const maxSamples = 3

/** Returns example answers to the first questions of a survey, as JSON for the cell `values`. */
export const exampleAnswers = (survey: SurveyDefinition): string => {
  const samples = plainQuestions(survey.items)
    .flatMap((question) => {
      const sample = sampleOf(question, survey)
      return sample === undefined ? [] : [`${JSON.stringify(question.key)}: ${JSON.stringify(sample)}`]
    })
    .slice(0, maxSamples)
  return `{${samples.join(', ')}}`
}

const messagePrefix = 'entities.surveyResponses.importer.guide' as const

/** Limits the cell length: Excel allows 32,767 characters, and lists of villages are longer. */
const choicesPerRow = 50

/** Describes the valid answers to a question. A long list of choices takes several lines. */
const answerLines = (question: Question, survey: SurveyDefinition, language: string): string[] => {
  const { type } = question
  if (type === 'note' || type === 'calculated' || type === 'hidden' || type === 'metadata') return []
  if (type !== 'choice' && type !== 'choices' && type !== 'rank') return [t(`${messagePrefix}.types.${type}`)]
  const choices = choiceListOf(question, survey).map(({ value, labels }) => {
    const label = textIn(labels, language, survey) ?? value
    return label === value ? value : t(`${messagePrefix}.choice`, { value, label })
  })
  const parts = Array.from({ length: Math.ceil(choices.length / choicesPerRow) }, (_, part) =>
    choices.slice(part * choicesPerRow, (part + 1) * choicesPerRow).join(', '),
  )
  return parts.map((values) => t(`${messagePrefix}.types.${type}`, { values }))
}

/** Joins the relevance conditions of the question and of its parent groups. */
const conditionOf = (placedItem: PlacedItem): string | undefined => {
  const conditions: string[] = []
  for (
    let ancestor: PlacedItem | undefined = placedItem;
    ancestor && ancestor.item.kind !== 'repeat';
    ancestor = ancestor.parent
  )
    if (ancestor.item.relevant !== undefined) conditions.unshift(ancestor.item.relevant)
  return conditions.length > 1 ? conditions.map((text) => `(${text})`).join(' and ') : conditions[0]
}

const questionLines = (
  columns: readonly ImportColumn[],
  survey: SurveyDefinition,
  language: string,
): string[][] => {
  const items = itemsOf(survey)
  return columns.flatMap((column) => {
    const placedItem = items.get(column.path?.split('.').at(-1) ?? '')
    if (column.hidden || placedItem?.item.kind !== 'question') return []
    const label = textIn(placedItem.item.labels, language, survey) ?? placedItem.item.key
    const condition = conditionOf(placedItem)
    const conditionText = condition === undefined ? '' : ` ${t(`${messagePrefix}.onlyIf`, { condition })}`
    const required = placedItem.item.required ? `${t('importer.guide.required')} ` : ''
    return answerLines(placedItem.item, survey, language).map((line, index) =>
      index === 0 ? [column.key, label, required + line + conditionText] : [column.key, label, line],
    )
  })
}

/** Returns the guide of a template: each column with its label, type and choices. spec §5 */
export const templateGuide = (
  survey: SurveyDefinition | undefined,
  language: string,
  { columns, sheets }: { columns: readonly ImportColumn[]; sheets: readonly ImportSheet[] },
): string[][] => {
  const fixedKeys = new Set(fixedColumns([]).map(({ key }) => key))
  const recordColumns = columns.filter(
    ({ key, path }) => fixedKeys.has(key) && (path === undefined || key === 'values'),
  )
  if (!survey) return [...guideLines(recordColumns), [], ['', '', t(`${messagePrefix}.none`)]]
  const questionColumns = columns.filter(({ key, path }) => path !== undefined && key !== 'values')
  return [
    ...guideLines(recordColumns),
    [],
    ['', '', t(`${messagePrefix}.questions`)],
    ...questionLines(questionColumns, survey, language),
    ...sheets.flatMap((sheet) => [
      [],
      [t(`${messagePrefix}.sheet`, { name: sheet.name }), sheet.label, t(`${messagePrefix}.sheetEntry`)],
      ...guideLines(sheet.columns.filter(({ path }) => path === undefined)),
      ...questionLines(sheet.columns, survey, language),
    ]),
  ]
}
