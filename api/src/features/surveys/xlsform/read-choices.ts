import { choiceMeanings, ListName } from '@baseline/contract/surveys/master.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { externalListOf, nameInSheet } from './question-types.ts'
import { maxValueLength } from './read-attachments.ts'
import { readMedia } from './read-display.ts'
import { withoutUndefined } from './read-question.ts'
import { keyOf } from './sheet.ts'
import type { Row, Sheet } from './sheet.ts'

type Choices = SurveyDefinition['choices']
type Choice = Choices[string][number]

const ownColumns = new Set(['list_name', 'name', 'label', 'baseline::means'])
const remarks = /^(notes?|comments?|remarks|#.*)$/
/** Choice filters refer to further columns by name. */
const attributeName = /^[A-Za-z_][\w.-]*$/

const isAttribute = ({ name, text }: ReturnType<Sheet['headers']>[number]): boolean =>
  !ownColumns.has(name) && !name.startsWith('media::') && !remarks.test(name) && attributeName.test(text)

const readAttributes = (row: Row): Choice['attributes'] => {
  const attributes = row.sheet
    .headers()
    .filter(isAttribute)
    .flatMap(({ name, text }): [string, string][] => {
      const value = row.text(name)
      return value === undefined ? [] : [[text, value]]
    })
  return attributes.length > 0 ? Object.fromEntries(attributes) : undefined
}

const readMeaning = (row: Row): Choice['means'] => {
  const text = row.text('baseline::means')
  const meaning = choiceMeanings.find((one) => one === text?.toLowerCase())
  if (text !== undefined && !meaning)
    row.report('baseline::means', 'entities.surveys.xlsform.means', {
      text,
      meanings: choiceMeanings.join(', '),
    })
  return meaning
}

/** Reports further columns that no expression can refer to. */
const checkColumns = (sheet: Sheet): void => {
  for (const header of sheet.headers())
    if (
      !ownColumns.has(header.name) &&
      !header.name.startsWith('media::') &&
      !remarks.test(header.name) &&
      !isAttribute(header)
    )
      sheet.warn([1, header.number], 'entities.surveys.xlsform.ignoredColumn', { name: header.text })
}

const readChoice = (row: Row, defaultLanguage: string): Choice | undefined => {
  const value = row.text('name')
  if (value === undefined) {
    row.report('name', 'entities.surveys.xlsform.missing', { name: 'name' })
    return undefined
  }
  if (value.length > maxValueLength)
    row.report('name', 'entities.surveys.xlsform.choiceName', { name: value })
  const labels = row.texts('label', defaultLanguage) ?? {}
  const further = withoutUndefined({
    media: readMedia(row, defaultLanguage),
    attributes: readAttributes(row),
    means: readMeaning(row),
  })
  if (labels[defaultLanguage] !== undefined) return { value, labels, ...further }
  row.warn(keyOf('label', defaultLanguage), 'entities.surveys.xlsform.noLabel', { language: defaultLanguage })
  return { value, labels: { ...labels, [defaultLanguage]: Object.values(labels)[0] ?? value }, ...further }
}

const isOnlyRemarks = (row: Row): boolean =>
  row.text('list_name') === undefined && row.text('name') === undefined

/** Lists with a value that appears several times, and the first row of such a value. */
type Duplicates = ReadonlyMap<string, { row: Row; value: string }>

const readChoices = (
  sheet: Sheet | undefined,
  defaultLanguage: string,
): { choices: Choices; duplicates: Duplicates } => {
  const lists = new Map<string, { choices: Choice[]; values: Set<string> }>()
  const duplicates = new Map<string, { row: Row; value: string }>()
  if (sheet) checkColumns(sheet)
  for (const row of sheet?.rows() ?? []) {
    if (isOnlyRemarks(row)) {
      row.warn('list_name', 'entities.surveys.xlsform.ignoredRow')
      continue
    }
    const list = row.text('list_name')
    if (list === undefined) row.report('list_name', 'entities.surveys.xlsform.missing', { name: 'list_name' })
    else if (!ListName.safeParse(list).success)
      row.report('list_name', 'entities.surveys.xlsform.name', { name: list })
    const choice = readChoice(row, defaultLanguage)
    if (list === undefined || !choice) continue
    const known = lists.get(list) ?? { choices: [], values: new Set() }
    if (known.values.has(choice.value) && !duplicates.has(list))
      duplicates.set(list, { row, value: choice.value })
    known.choices.push(choice)
    known.values.add(choice.value)
    lists.set(list, known)
  }
  return { choices: Object.fromEntries([...lists].map(([list, { choices }]) => [list, choices])), duplicates }
}

/** Reads the lists of the sheets `choices` and `external_choices`; phones load the latter separately. */
export const readLists = (
  choices: Sheet | undefined,
  externalChoices: Sheet | undefined,
  defaultLanguage: string,
): { lists: Choices; duplicates: Duplicates } => {
  const own = readChoices(choices, defaultLanguage)
  const external = readChoices(externalChoices, defaultLanguage)
  const rename = <T>([list, content]: [string, T]): [string, T] => [externalListOf(list), content]
  return {
    lists: { ...Object.fromEntries(Object.entries(external.choices).map(rename)), ...own.choices },
    duplicates: new Map([...[...external.duplicates].map(rename), ...own.duplicates]),
  }
}

/**
 * Reports lists that contain a value several times. A filter can select one of them, so that a list which is
 * used with filters only is accepted.
 */
export const checkDuplicates = (duplicates: Duplicates, questions: readonly Question[]): void => {
  const questionsByList = Map.groupBy(questions, ({ list }) => list)
  for (const [list, { row, value }] of duplicates) {
    const users = questionsByList.get(list) ?? []
    // Phones search these lists, which may contain a value several times.
    const isExternal = row.sheet.name === 'external_choices'
    const isFiltered =
      isExternal || (users.length > 0 && users.every(({ choiceFilter }) => choiceFilter !== undefined))
    const params = { name: value, list: isExternal ? nameInSheet(list) : list }
    if (isFiltered) row.warn('name', 'entities.surveys.xlsform.choiceTwice', params)
    else row.report('name', 'entities.surveys.xlsform.choiceTwice', params)
  }
}
