import type { QuestionType } from '@baseline/contract/surveys/master.ts'

type Structure = 'beginGroup' | 'endGroup' | 'beginRepeat' | 'endRepeat'

/** The meaning of a cell in column `type`. */
export type RowType =
  | { kind: 'question'; type: QuestionType; list?: string; constraint?: string }
  | { kind: Structure }
  /** Data that the device records about the interview: not an answer. */
  | { kind: 'metadata' }
  | { kind: 'orOther' }
  | { kind: 'unsupported' }

const questionTypes: Readonly<Record<string, QuestionType>> = {
  text: 'text',
  string: 'text',
  integer: 'integer',
  int: 'integer',
  decimal: 'number',
  date: 'date',
  time: 'time',
  image: 'photo',
  photo: 'photo',
  picture: 'photo',
  geopoint: 'location',
  gps: 'location',
  location: 'location',
  note: 'note',
}

/** Types of older workbooks that include a constraint. */
const constrainedTypes: Readonly<Record<string, { type: QuestionType; constraint: string }>> = {
  'phone number': { type: 'text', constraint: "regex(., '\\d*')" },
  percentage: { type: 'integer', constraint: '. >= 0 and . <= 100' },
  'number of days in last month': { type: 'integer', constraint: '. >= 0 and . <= 31' },
  'number of days in last six months': { type: 'integer', constraint: '. >= 0 and . <= 183' },
  'number of days in last year': { type: 'integer', constraint: '. >= 0 and . <= 365' },
}

const sections: Readonly<Record<string, readonly [begin: Structure, end: Structure]>> = {
  group: ['beginGroup', 'endGroup'],
  repeat: ['beginRepeat', 'endRepeat'],
  lgroup: ['beginRepeat', 'endRepeat'],
  'looped group': ['beginRepeat', 'endRepeat'],
}

const metadata = new Set(
  'start end today deviceid imei subscriberid simserial phonenumber username email audit start-geopoint'.split(
    ' ',
  ),
)

/** Types of older workbooks: `add text prompt`, `q date`, `get start time`, `uri:deviceid`. */
const normaliseName = (text: string): string =>
  text
    .replace(/^(q|add|get) /, '')
    .replace(/ prompt$/, '')
    .replace(/^uri:/, '')
    .replace(/^(start|end) time$/, '$1')
    .replace(/^(device|subscriber) ?_?id$/, '$1id')
    .replace(/^sim id$/, 'simserial')

const lookUp = <T>(from: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(from, key) ? from[key] : undefined

/** The command of a choice question, its list, and whether a free answer is possible. */
const selectPattern =
  /^(?:add )?(select1|select[ _]one|select[ _]multiple|select all that apply)(?: prompt)?(?: from| using)? (\S+)(?: (or_other|or specify other|or other))?$/i

const readSelect = (text: string): RowType | undefined => {
  const [, command, list, other] = selectPattern.exec(text) ?? []
  if (command === undefined || list === undefined) return undefined
  if (other !== undefined) return { kind: 'orOther' }
  const isSingle = /one|1/i.test(command)
  return { kind: 'question', type: isSingle ? 'choice' : 'choices', list }
}

const readSection = (text: string): RowType | undefined => {
  const [, edge, section = ''] = /^(begin|end)[ _](.+)$/.exec(text) ?? []
  const structures = lookUp(sections, section)
  return structures && { kind: structures[edge === 'begin' ? 0 : 1] }
}

/** Reads a type as pyxform does, which ignores case and accepts older spellings. */
export const readType = (cell: string): RowType => {
  const text = cell.trim().replaceAll(/\s+/g, ' ')
  const lowerCase = text.toLowerCase()
  const structure = readSelect(text) ?? readSection(lowerCase)
  if (structure) return structure
  const name = normaliseName(lowerCase)
  if (metadata.has(name)) return { kind: 'metadata' }
  const constrained = lookUp(constrainedTypes, name)
  if (constrained) return { kind: 'question', ...constrained }
  const type = lookUp(questionTypes, name)
  return type ? { kind: 'question', type } : { kind: 'unsupported' }
}
