import type { QuestionType } from '@baseline/contract/surveys/master.ts'

type Structure = 'beginGroup' | 'endGroup' | 'beginRepeat' | 'endRepeat'

/** The meaning of a cell in column `type`. */
export type RowType =
  | { kind: 'question'; type: QuestionType; list?: string }
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
  geopoint: 'location',
  gps: 'location',
  location: 'location',
  note: 'note',
}

const structures: Readonly<Record<string, Structure>> = {
  begin_group: 'beginGroup',
  end_group: 'endGroup',
  begin_repeat: 'beginRepeat',
  end_repeat: 'endRepeat',
}

const metadata = new Set(
  'start end today deviceid device_id subscriberid simserial phonenumber username email audit start-geopoint'.split(
    ' ',
  ),
)

const lookUp = <T>(from: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(from, key) ? from[key] : undefined

const readSelect = (words: readonly string[]): RowType | undefined => {
  const [, type, list, ...more] = /^select_(one|multiple) (\S+)(?: (.*))?$/.exec(words.join(' ')) ?? []
  if (type === undefined || list === undefined) return undefined
  if (more[0] !== undefined) return { kind: more[0] === 'or_other' ? 'orOther' : 'unsupported' }
  return { kind: 'question', type: type === 'one' ? 'choice' : 'choices', list }
}

/** Accepts a space instead of the underscore in `begin_group` or `select_one`. */
export const readType = (text: string): RowType => {
  const words = text.replace(/^(begin|end|select)\s+/i, '$1_').split(/\s+/)
  const [first = '', ...rest] = words
  const name = first.toLowerCase()
  const select = readSelect([name, ...rest])
  if (select) return select
  if (rest.length > 0) return { kind: 'unsupported' }
  const structure = lookUp(structures, name)
  if (structure) return { kind: structure }
  if (metadata.has(name)) return { kind: 'metadata' }
  const type = lookUp(questionTypes, name)
  return type ? { kind: 'question', type } : { kind: 'unsupported' }
}
