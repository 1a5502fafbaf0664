import { textIn } from '@baseline/contract/surveys/master.ts'
import type { Texts } from '@baseline/contract/surveys/master.ts'

import { choiceCodes } from './choice-codes.ts'
import { chosen, date, number, text } from './column.ts'
import type { Choice, Draft, ReadRow, Wording } from './column.ts'
import { readFact } from './fed-columns.ts'
import type { AskedQuestion } from './union-of-versions.ts'

const choicesIn = ({ choices, lists }: AskedQuestion, word: (texts: Texts) => string): Choice[] => {
  const codes = choiceCodes(lists)
  return [...choices].map(([value, labels]) => ({
    value,
    label: word(labels) || value,
    code: codes.get(value) ?? 0,
  }))
}

const simpleKinds = {
  text: { kind: 'text', cell: text },
  time: { kind: 'text', cell: text },
  photo: { kind: 'text', cell: text },
  number: { kind: 'number', cell: number },
  integer: { kind: 'number', cell: number },
  date: { kind: 'date', cell: date },
} as const

/**
 * Returns one column; for multiple choice one per choice, with 1 if it was chosen; for a location one per
 * number.
 */
export const questionColumns = (question: AskedQuestion, words: Wording): Draft[] => {
  const word = (texts: Texts): string => textIn(texts, words.language, words) ?? ''
  const { key, type, versions } = question
  const label = word(question.labels) || key
  const common = { key, type, versions, label, choices: [] }
  const answer = readFact(question)
  const choices = choicesIn(question, word)
  const yesNo = (['false', 'true'] as const).map((value, code): Choice => ({
    value: String(code),
    label: words.t(`common.values.${value}`),
    code,
  }))
  switch (type) {
    case 'choice':
      return [{ ...common, kind: 'text', choices, ...chosen(choices, answer, words) }]
    case 'choices':
      return choices.map((choice): Draft => {
        const code = (row: ReadRow): number | null => {
          const given = answer(row)
          return Array.isArray(given) ? Number(given.includes(choice.value)) : null
        }
        const name = { key: `${key}/${choice.value}`, label: `${label} / ${choice.label}` }
        return { ...common, ...name, kind: 'number', choices: yesNo, cell: code, code }
      })
    case 'location':
      return (['latitude', 'longitude', 'accuracy'] as const).map((part): Draft => ({
        ...common,
        key: `${key}/${part}`,
        label: `${label} / ${words.t(`entities.surveyExports.sheets.${part}`)}`,
        kind: 'number',
        cell: (row) => {
          const place = answer(row)
          return typeof place === 'object' && place !== null ? number(Reflect.get(place, part)) : null
        },
      }))
    case 'note':
      return []
    default: {
      const { kind, cell } = simpleKinds[type]
      return [{ ...common, kind, cell: (row) => cell(answer(row)) }]
    }
  }
}
