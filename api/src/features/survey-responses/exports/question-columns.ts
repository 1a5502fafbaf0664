import { isIndirectColumn } from '@baseline/contract/survey-responses/personal-columns.ts'
import { textIn } from '@baseline/contract/surveys/master.ts'
import type { Texts } from '@baseline/contract/surveys/master.ts'
import { indirectKindOf } from '@baseline/contract/surveys/personal-question.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'

import { columnsByName } from '../columns.ts'
import { choiceCodes } from './choice-codes.ts'
import { choiceCells, toDateCell, toNumberCell, toTextCell } from './column.ts'
import type { Choice, DraftColumn, ExportLocale, IndirectValue, ReadRow } from './column.ts'
import { createAnswerReader } from './derived-columns.ts'
import type { MergedQuestion } from './union-of-versions.ts'

const toChoices = ({ choices, lists }: MergedQuestion, labelOf: (texts: Texts) => string): Choice[] => {
  const codes = choiceCodes(lists)
  return [...choices].map(([value, labels]) => ({
    value,
    label: labelOf(labels) || value,
    code: codes.get(value) ?? 0,
  }))
}

const simpleKinds = {
  text: { kind: 'text', cell: toTextCell },
  time: { kind: 'text', cell: toTextCell },
  photo: { kind: 'text', cell: toTextCell },
  audio: { kind: 'text', cell: toTextCell },
  video: { kind: 'text', cell: toTextCell },
  file: { kind: 'text', cell: toTextCell },
  number: { kind: 'number', cell: toNumberCell },
  integer: { kind: 'number', cell: toNumberCell },
  range: { kind: 'number', cell: toNumberCell },
  date: { kind: 'date', cell: toDateCell },
  dateTime: { kind: 'text', cell: toTextCell },
  barcode: { kind: 'text', cell: toTextCell },
  line: { kind: 'text', cell: toTextCell },
  area: { kind: 'text', cell: toTextCell },
  acknowledge: { kind: 'text', cell: toTextCell },
  hidden: { kind: 'text', cell: toTextCell },
  metadata: { kind: 'text', cell: toTextCell },
} as const

/** A calculated column holds numbers if the results are numbers in all versions. */
const kindOf = ({ type, items }: MergedQuestion & { type: keyof typeof simpleKinds | 'calculated' }) => {
  if (type !== 'calculated') return simpleKinds[type]
  return simpleKinds[items.every(({ result }) => result === 'number') ? 'number' : 'text']
}

/** Says how a query reads an answer that could identify a household in combination with others. */
const indirectValueOf = (question: MergedQuestion): IndirectValue | undefined => {
  const { key, feeds } = question
  if (feeds !== undefined && feeds !== 'location' && isIndirectColumn(feeds))
    return { column: columnsByName[feeds] }
  const kind = indirectKindOf(question)
  if (kind === undefined) return undefined
  return kind === 'sex' ? { sex: key } : { age: key }
}

/**
 * Returns one column; for multiple choice one per choice, with 1 if it was chosen; for a location one per
 * number.
 */
export const questionColumns = (question: MergedQuestion, locale: ExportLocale): DraftColumn[] => {
  const labelOf = (texts: Texts): string => textIn(texts, locale.language, locale) ?? ''
  const { key, type, versions } = question
  const label = labelOf(question.labels) || key
  const indirect = indirectValueOf(question)
  const common = { key, type, versions, label, choices: [], ...(indirect && { indirect }) }
  const readAnswer = createAnswerReader(question)
  const choices = toChoices(question, labelOf)
  const yesNo = (['false', 'true'] as const).map((value, code): Choice => ({
    value: String(code),
    label: locale.t(`common.values.${value}`),
    code,
  }))
  switch (type) {
    case 'choice':
      return [{ ...common, kind: 'text', choices, ...choiceCells(choices, readAnswer, locale) }]
    case 'choices':
      return choices.map((choice): DraftColumn => {
        const code = (row: ReadRow): number | null => {
          const selected = readAnswer(row)
          return Array.isArray(selected) ? Number(selected.includes(choice.value)) : null
        }
        const name = { key: `${key}/${choice.value}`, label: `${label} / ${choice.label}` }
        return { ...common, ...name, kind: 'number', choices: yesNo, cell: code, code }
      })
    case 'location':
      return (['latitude', 'longitude', 'accuracy'] as const).map((part): DraftColumn => ({
        ...common,
        key: `${key}/${part}`,
        label: `${label} / ${locale.t(`entities.surveyExports.sheets.${part}`)}`,
        kind: 'number',
        cell: (row) => {
          const place = readAnswer(row)
          return typeof place === 'object' && place !== null ? toNumberCell(Reflect.get(place, part)) : null
        },
      }))
    case 'note':
      return []
    case 'rank': {
      const labels = new Map(choices.map(({ value, label: choiceLabel }) => [value, choiceLabel]))
      const textOf = (value: unknown): string =>
        (locale.answers === 'codes' ? undefined : labels.get(String(value))) ?? String(value)
      const cell = (row: ReadRow): CellValue => {
        const ranked = readAnswer(row)
        return Array.isArray(ranked) ? ranked.map(textOf).join('; ') : null
      }
      return [{ ...common, kind: 'text', cell }]
    }
    default: {
      const { kind, cell } = kindOf({ ...question, type })
      return [{ ...common, kind, cell: (row) => cell(readAnswer(row)) }]
    }
  }
}
