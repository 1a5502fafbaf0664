import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import { instantIn } from '@baseline/contract/wall-clock.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'

import { fold } from './columns.ts'
import type { Choices, ImportColumn } from './columns.ts'

export interface ReadCell {
  /** Text to show: trimmed, NFC, dates as ISO; blank for a blank cell. spec §5 */
  text: string
  /** Text to hash, if different texts can have the same meaning. */
  hashText?: string
  /** Value to send. */
  value: unknown
  problem?: { key: MessageKey; params: Record<string, string | number> }
  /** A number where digits are required. */
  isNumber?: true
}

/** Settings for reading cells, besides the column. */
export interface CellReader {
  /** Time zone of wall-clock times in the file. */
  timeZone: string
  /** Alternative names of the choices of all columns, folded. */
  choiceNames: ReadonlyMap<string, string>
}

const formulaError = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/
const wallClock = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/

/** Cells store times as fractions of days: rounds to the second, so that 09:30 does not read as 09:29:59. */
const isoOf = (date: Date): string =>
  new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')

const plainText = (cell: CellValue): string => {
  if (cell === null) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '#' : isoOf(cell).replace(' 00:00:00', '')
  if (typeof cell === 'boolean') return String(cell).toUpperCase()
  return String(cell).trim().normalize('NFC')
}

const splitWords = (text: string): string[] => text.split(/\s+/).filter(Boolean)

type WordReader = (word: string) => string | undefined

const choiceSets = new WeakMap<readonly string[], ReadonlySet<string>>()

const choiceSet = ({ choices }: Choices): ReadonlySet<string> => {
  const choiceValues = choiceSets.get(choices) ?? new Set(choices)
  choiceSets.set(choices, choiceValues)
  return choiceValues
}

const wordReader = (column: Choices, { choiceNames }: CellReader): WordReader => {
  const choiceValues = choiceSet(column)
  return (word) => {
    if (choiceValues.has(word)) return word
    return column.valuesByName ? column.valuesByName.get(fold(word)) : choiceNames.get(fold(word))
  }
}

/** Reads a wall-clock time; the text has seconds only if they are not zero. */
const readTime = (text: string, { timeZone }: CellReader): ReadCell => {
  const [, date, time = ''] = wallClock.exec(text) ?? []
  const timestamp = date === undefined ? Number.NaN : Date.parse(`${date}T${time}Z`)
  // Date.parse() reads `2026-02-31` as a day in March.
  if (Number.isNaN(timestamp) || !new Date(timestamp).toISOString().startsWith(date ?? '?'))
    return { text, value: text }
  const shownText = `${date ?? ''} ${time.replace(/:00$/, (end) => (time.length > 5 ? '' : end))}`
  return { text: shownText, value: new Date(instantIn(timeZone, timestamp)).toISOString() }
}

const maxNamedChoices = 20

const wrongChoice = (text: string, { choices, dropDownValues = choices }: Choices): ReadCell => {
  const values =
    dropDownValues.slice(0, maxNamedChoices).join(', ') +
    (dropDownValues.length > maxNamedChoices ? ', …' : '')
  return { text, value: text, problem: { key: 'validation.mixed.oneOf', params: { values, value: text } } }
}

const readChoice = (text: string, column: Choices, reader: CellReader): ReadCell => {
  const value = wordReader(column, reader)(text)
  return value === undefined ? wrongChoice(text, column) : { text: value, value }
}

/** Splits at semicolons and line breaks; a list of values may also be separated by spaces, as in ODK. */
const choiceWords = (text: string, separator: ';' | undefined, readWord: WordReader): string[] => {
  if (separator === undefined) return splitWords(text)
  const parts = text.split(/[;\n]/).map((part) => part.trim())
  const filledParts = parts.filter(Boolean)
  const [singlePart = ''] = filledParts
  if (filledParts.length > 1 || readWord(singlePart) !== undefined) return filledParts
  return splitWords(singlePart).every((word) => readWord(word) !== undefined)
    ? splitWords(singlePart)
    : filledParts
}

const readChoices = (text: string, column: Choices & { separator?: ';' }, reader: CellReader): ReadCell => {
  const readWord = wordReader(column, reader)
  const readValues = choiceWords(text, column.separator, readWord).map(readWord)
  if (readValues.includes(undefined)) return wrongChoice(text, column)
  const values = [...new Set(readValues.filter((one) => one !== undefined))]
  const shownText = values.join(column.separator ? '; ' : ' ')
  return { text: shownText, value: values, hashText: values.toSorted().join(' ') }
}

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Ignores spaces and the order of keys in the hash. */
const readJson = (text: string): ReadCell => {
  try {
    return { text, value: text, hashText: JSON.stringify(JSON.parse(text), sortKeys) }
  } catch {
    // The schema of the contract reports it.
    return { text, value: text }
  }
}

/** Accepts a decimal comma; `1,234` could mean thousands and is refused. */
const readNumber = (text: string): ReadCell => {
  const normalised = /^[+-]?(?:0,\d+|\d+,(?!\d{3}$)\d+)$/.test(text) ? text.replace(',', '.') : text
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(normalised)
    ? { text: String(Number(normalised)), value: Number(normalised) }
    : { text, value: text }
}

/**
 * Reads a time of day from text, or from the spreadsheet's fraction of a day, which appears as a time in
 * 1899.
 */
const readClock = (text: string, cell: CellValue): ReadCell => {
  const fraction = typeof cell === 'number' && cell >= 0 && cell < 1 ? cell : undefined
  const clockText =
    fraction === undefined
      ? text.replace(/^(?:1899|1900)-\d\d-\d\d /, '').replace(/^(?:1899-12-3[01]|1900-01-0[01])$/, '00:00')
      : new Date(Math.round(fraction * 86_400) * 1000).toISOString().slice(11, 19)
  const clock = clockText.replace(/^(\d):/, '0$1:').replace(/^(\d\d:\d\d):00$/, '$1')
  return { text: clock, value: clock }
}

/** Reads latitude, longitude and, optionally, the accuracy in metres. */
const readPlace = (text: string): ReadCell => {
  const numbers = text.split(/[\s,;]+/).filter(Boolean)
  const [latitude, longitude, accuracy] = numbers.map(Number)
  if (numbers.length < 2 || numbers.length > 3 || numbers.some((one) => !Number.isFinite(Number(one))))
    return { text, value: text }
  return {
    text: numbers.map(Number).join(' '),
    value: { latitude, longitude, ...(accuracy === undefined ? {} : { accuracy }) },
  }
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'yes', 'sim', 'x'].map((word) => [word, true] as const),
  ...['0', 'false', 'no', 'não', 'nao'].map((word) => [word, false] as const),
])

const readFlag = (text: string): ReadCell => {
  const flag = flags.get(fold(text))
  return flag === undefined ? wrongChoice(text, { choices: ['1', '0'] }) : { text, value: flag }
}

const readText = (text: string, cell: CellValue, column: ImportColumn, reader: CellReader): ReadCell => {
  switch (column.kind) {
    case 'date': {
      // Drops the time of a cell with a date and a time.
      const day = text.replace(/ \d\d:\d\d:\d\d$/, '')
      return { text: day, value: day }
    }
    case 'time':
      return readTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00` : text, reader)
    case 'json':
      return readJson(text)
    case 'links':
      return { text: splitWords(text).join(' '), value: splitWords(text) }
    case 'choices':
      return readChoices(text, column, reader)
    case 'choice':
      return readChoice(text, column, reader)
    case 'number':
      return readNumber(text)
    case 'clock':
      return readClock(text, cell)
    case 'place':
      return readPlace(text)
    case 'flag':
      return readFlag(text)
    default:
      return { text, value: text }
  }
}

/** Reads a cell for its column; the contract's schema validates the value. */
export const readCell = (cell: CellValue, column: ImportColumn, reader: CellReader): ReadCell => {
  const text = plainText(cell)
  if (text === '') return { text, value: undefined }
  if (formulaError.test(text))
    return { text, value: text, problem: { key: 'importer.errors.formula', params: {} } }
  if (typeof cell === 'number' && Number.isInteger(cell) && !Number.isSafeInteger(cell))
    return { text, value: text, problem: { key: 'importer.errors.number', params: {} } }
  const readValue = readText(text, cell, column, reader)
  return typeof cell === 'number' && column.digits ? { ...readValue, isNumber: true } : readValue
}
