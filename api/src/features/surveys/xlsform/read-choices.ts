import { Key } from '@baseline/contract/surveys/master.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { keyOf } from './sheet.ts'
import type { Row, Sheet } from './sheet.ts'

type Choices = SurveyDefinition['choices']
type Choice = Choices[string][number]

/** A multiple answer separates its values by spaces, so a value contains none. */
const valuePattern = /^\S{1,100}$/

const readChoice = (row: Row, defaultLanguage: string): Choice | undefined => {
  const value = row.text('name')
  if (value === undefined) {
    row.report('name', 'entities.surveys.xlsform.missing', { name: 'name' })
    return undefined
  }
  if (!valuePattern.test(value)) row.report('name', 'entities.surveys.xlsform.choiceName', { name: value })
  const labels = row.texts('label', defaultLanguage) ?? {}
  if (labels[defaultLanguage] !== undefined) return { value, labels }
  row.warn(keyOf('label', defaultLanguage), 'entities.surveys.xlsform.noLabel', { language: defaultLanguage })
  return { value, labels: { ...labels, [defaultLanguage]: Object.values(labels)[0] ?? value } }
}

const isOnlyRemarks = (row: Row): boolean =>
  row.text('list_name') === undefined && row.text('name') === undefined

export const readChoices = (sheet: Sheet | undefined, defaultLanguage: string): Choices => {
  const lists = new Map<string, Map<string, Choice>>()
  for (const row of sheet?.rows() ?? []) {
    if (isOnlyRemarks(row)) {
      row.warn('list_name', 'entities.surveys.xlsform.ignoredRow')
      continue
    }
    const list = row.text('list_name')
    if (list === undefined) row.report('list_name', 'entities.surveys.xlsform.missing', { name: 'list_name' })
    else if (!Key.safeParse(list).success)
      row.report('list_name', 'entities.surveys.xlsform.name', { name: list })
    const choice = readChoice(row, defaultLanguage)
    if (list === undefined || !choice) continue
    const listChoices = lists.get(list) ?? new Map<string, Choice>()
    if (listChoices.has(choice.value))
      row.report('name', 'entities.surveys.xlsform.choiceTwice', { name: choice.value, list })
    lists.set(list, listChoices.set(choice.value, choice))
  }
  return Object.fromEntries([...lists].map(([list, choices]) => [list, [...choices.values()]]))
}
