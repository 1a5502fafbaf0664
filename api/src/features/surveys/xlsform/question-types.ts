import { metadataKinds } from '@baseline/contract/surveys/master.ts'
import type { MetadataKind, QuestionType } from '@baseline/contract/surveys/master.ts'

import { listNameOf } from './read-attachments.ts'

type Structure = 'beginGroup' | 'endGroup' | 'beginRepeat' | 'endRepeat'

export interface QuestionRowType {
  kind: 'question'
  type: QuestionType
  list?: string
  /** The attached file of the list. */
  file?: string
  /** The list is in the sheet `external_choices`. */
  isExternal?: boolean
  /** A further choice with a free answer. */
  hasOther?: boolean
  constraint?: string
  metadata?: MetadataKind
}

/** The meaning of a cell in column `type`. */
export type RowType = QuestionRowType | { kind: Structure } | { kind: 'unsupported' }

const questionTypes: Readonly<Record<string, QuestionType>> = {
  text: 'text',
  string: 'text',
  integer: 'integer',
  int: 'integer',
  decimal: 'number',
  date: 'date',
  time: 'time',
  datetime: 'dateTime',
  'date time': 'dateTime',
  barcode: 'barcode',
  acknowledge: 'acknowledge',
  trigger: 'acknowledge',
  range: 'range',
  calculate: 'calculated',
  hidden: 'hidden',
  image: 'photo',
  photo: 'photo',
  picture: 'photo',
  audio: 'audio',
  video: 'video',
  file: 'file',
  geopoint: 'location',
  gps: 'location',
  location: 'location',
  geotrace: 'line',
  geoshape: 'area',
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

/** Types of older workbooks: `add text prompt`, `q date`, `get start time`, `uri:deviceid`. */
const normaliseName = (text: string): string =>
  text
    .replace(/^(q|add|get) /, '')
    .replace(/ prompt$/, '')
    .replace(/^uri:/, '')
    .replace(/^(start|end) time$/, '$1')
    .replace(/^(device|subscriber) ?_?id$/, '$1id')
    .replace(/^sim id$/, 'simserial')
    .replace(/^imei$/, 'deviceid')

const lookUp = <T>(from: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(from, key) ? from[key] : undefined

/** The command of a choice question, its list, and whether a free answer is possible. */
const selectPattern =
  /^(?:add )?(rank|select1|select[ _]one|select[ _]multiple|select all that apply)(?: prompt)?(?: from| using)? (\S+)(?: (or_other|or specify other|or other))?$/i

/** Choices from an attached file. */
const fromFilePattern = /^select[ _](one|multiple)[ _]from[ _]file (\S+\.(?:csv|geojson))$/i

/** Authors use the same names of lists in both sheets. */
const externalSuffix = '_external'
export const externalListOf = (list: string): string => `${list}${externalSuffix}`
/** Returns the name of a list as the author wrote it. */
export const nameInSheet = (list: string): string =>
  list.endsWith(externalSuffix) ? list.slice(0, -externalSuffix.length) : list

/** Choices from the sheet `external_choices`, which phones load separately. */
const externalPattern = /^select[ _]one[ _]external (\S+)$/i

const readSelect = (text: string): RowType | undefined => {
  const [, count, file] = fromFilePattern.exec(text) ?? []
  if (count !== undefined && file !== undefined)
    return { kind: 'question', type: /one/i.test(count) ? 'choice' : 'choices', list: listNameOf(file), file }
  const [, externalList] = externalPattern.exec(text) ?? []
  if (externalList !== undefined)
    return { kind: 'question', type: 'choice', list: externalListOf(externalList), isExternal: true }
  const [, command, list, other] = selectPattern.exec(text) ?? []
  if (command === undefined || list === undefined) return undefined
  const type = /rank/i.test(command) ? 'rank' : /one|1/i.test(command) ? 'choice' : 'choices'
  return { kind: 'question', type, list, ...(other !== undefined && { hasOther: true }) }
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
  const metadata = metadataKinds.find((kind) => kind === name)
  if (metadata) return { kind: 'question', type: 'metadata', metadata }
  const constrained = lookUp(constrainedTypes, name)
  if (constrained) return { kind: 'question', ...constrained }
  const type = lookUp(questionTypes, name)
  return type ? { kind: 'question', type } : { kind: 'unsupported' }
}
