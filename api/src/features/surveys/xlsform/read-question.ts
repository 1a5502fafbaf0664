import { derivableColumns } from '@baseline/contract/surveys/master.ts'
import type {
  DerivableColumn,
  Question,
  QuestionType,
  SurveyDefinition,
} from '@baseline/contract/surveys/master.ts'
import { isPersonalQuestion } from '@baseline/contract/surveys/personal-question.ts'

import type { RowType } from './question-types.ts'
import type { Row } from './sheet.ts'

interface QuestionContext {
  choices: SurveyDefinition['choices']
  defaultLanguage: string
  /** The flag `baseline::personal` of the nearest section that has one. */
  personalOverride: boolean | undefined
  isInRepeat: boolean
  /** The feeds of earlier questions. */
  derivedColumns: Set<DerivableColumn>
}

/** Question types for feeds of a location or a date; all other feeds are names. */
const derivedColumnTypes: Readonly<Partial<Record<DerivableColumn, readonly QuestionType[]>>> = {
  location: ['location'],
  surveyDate: ['date'],
}
const nameTypes: readonly QuestionType[] = ['text', 'choice']

const readDerivedColumn = (
  row: Row,
  type: QuestionType,
  { isInRepeat, derivedColumns }: QuestionContext,
): DerivableColumn | undefined => {
  const column = 'baseline::feeds'
  const text = row.text(column)
  if (text === undefined) return undefined
  const derivedColumn = derivableColumns.find((one) => one.toLowerCase() === text.toLowerCase())
  if (!derivedColumn) {
    row.report(column, 'entities.surveys.xlsform.feed', { feed: text, feeds: derivableColumns.join(', ') })
    return undefined
  }
  if (!(derivedColumnTypes[derivedColumn] ?? nameTypes).includes(type))
    row.report(column, 'entities.surveys.xlsform.feedType', { feed: derivedColumn })
  if (isInRepeat) row.report(column, 'entities.surveys.xlsform.feedInRepeat', { feed: derivedColumn })
  if (derivedColumns.has(derivedColumn))
    row.report(column, 'entities.surveys.xlsform.feedTwice', { feed: derivedColumn })
  derivedColumns.add(derivedColumn)
  return derivedColumn
}

const checkList = (row: Row, list: string | undefined, { choices }: QuestionContext): void => {
  if (list !== undefined && !Object.hasOwn(choices, list))
    row.report('type', 'entities.surveys.xlsform.list', { list })
}

/** Removes undefined fields. */
const withoutUndefined = <T extends object>(fields: T): T => {
  const result = { ...fields }
  for (const name in result) if (result[name] === undefined) delete result[name]
  return result
}

export const readQuestion = (
  row: Row,
  key: string,
  { type, list, constraint: typeConstraint }: Extract<RowType, { kind: 'question' }>,
  context: QuestionContext,
): Question => {
  const { defaultLanguage } = context
  const derivedColumn = readDerivedColumn(row, type, context)
  const constraint = row.text('constraint') ?? typeConstraint
  checkList(row, list, context)
  if (type === 'note' && constraint !== undefined)
    row.report('constraint', 'entities.surveys.xlsform.noAnswer')
  const question = withoutUndefined({
    kind: 'question' as const,
    key,
    type,
    labels: row.texts('label', defaultLanguage) ?? {},
    hints: row.texts('hint', defaultLanguage),
    list,
    required: row.flag('required') && type !== 'note',
    requiredMessages: row.texts('required_message', defaultLanguage),
    relevant: row.text('relevant'),
    constraint,
    constraintMessages: row.texts('constraint_message', defaultLanguage),
    personal: false,
    personalOverride: row.optionalFlag('baseline::personal') ?? context.personalOverride,
    feeds: derivedColumn,
  })
  return { ...question, personal: isPersonalQuestion(question) }
}
