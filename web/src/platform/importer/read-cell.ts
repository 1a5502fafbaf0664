import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import { instantIn } from '@baseline/contract/wall-clock.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'

import type { ImportColumn } from './columns.ts'

export interface ReadCell {
  /** As it is shown: trimmed, NFC, dates as ISO; blank when there is nothing. spec §5 */
  text: string
  /** As it is hashed, where two texts can mean the same. */
  same?: string
  /** As it is sent. */
  value: unknown
  problem?: { key: MessageKey; params: Record<string, string | number> }
  /** A number where digits were asked for. */
  isNumber?: true
}

/** What a cell is read by, beside its column. */
export interface CellReader {
  /** Of the clock that times were read from. */
  timeZone: string
  /** What a choice may also be called, in any case. */
  choiceNames: ReadonlyMap<string, string>
}

const formulaError = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/
const wallClock = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/

/** A cell's time is a wall clock's, in days with a fraction: half a millisecond off is no reason for 09:29:59. */
const isoOf = (date: Date): string =>
  new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')

const plainText = (cell: CellValue): string => {
  if (cell === null) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '#' : isoOf(cell).replace(' 00:00:00', '')
  if (typeof cell === 'boolean') return String(cell).toUpperCase()
  return String(cell).trim().normalize('NFC')
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

const choiceOf = (text: string, { choiceNames }: CellReader): string =>
  choiceNames.get(text.toLowerCase()) ?? text

/** The minute is what people write; seconds count where a spreadsheet has kept them. */
const readTime = (text: string, { timeZone }: CellReader): ReadCell => {
  const [, date, time = ''] = wallClock.exec(text) ?? []
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${time}Z`)
  // `2026-02-31` is taken for a day in March; what is written must be what is meant.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(date ?? '?')) return { text, value: text }
  const shown = `${date ?? ''} ${time.replace(/:00$/, (end) => (time.length > 5 ? '' : end))}`
  return { text: shown, value: new Date(instantIn(timeZone, at)).toISOString() }
}

const readChoices = (text: string, reader: CellReader): ReadCell => {
  const chosen = words(text).map((word) => choiceOf(word, reader))
  return { text: chosen.join(' '), value: chosen }
}

const keySorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Neither the spaces nor the order of its keys make it other answers. */
const readJson = (text: string): ReadCell => {
  try {
    return { text, value: text, same: JSON.stringify(JSON.parse(text), keySorted) }
  } catch {
    // The contract will say so.
    return { text, value: text }
  }
}

const wrongChoice = (
  { text, value }: ReadCell,
  choices: readonly string[],
): Pick<ReadCell, 'problem'> | undefined =>
  [value].flat().every((one) => choices.includes(String(one)))
    ? undefined
    : { problem: { key: 'validation.mixed.oneOf', params: { values: choices.join(', '), value: text } } }

const readText = (text: string, column: ImportColumn, reader: CellReader): ReadCell => {
  switch (column.kind) {
    case 'date':
      // What is a time elsewhere is that day here.
      return { text: text.replace(/ \d\d:\d\d:\d\d$/, ''), value: text.replace(/ \d\d:\d\d:\d\d$/, '') }
    case 'time':
      return readTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00` : text, reader)
    case 'json':
      return readJson(text)
    case 'links':
      return { text: words(text).join(' '), value: words(text) }
    case 'choices': {
      const read = readChoices(text, reader)
      return { ...read, ...wrongChoice(read, column.choices) }
    }
    case 'choice': {
      const chosen = choiceOf(text, reader)
      const read = { text: chosen, value: chosen }
      return { ...read, ...wrongChoice(read, column.choices) }
    }
    default:
      return { text, value: text }
  }
}

/** What stands in a cell, as its column takes it; whether that is right is asked of the contract. */
export const readCell = (cell: CellValue, column: ImportColumn, reader: CellReader): ReadCell => {
  const text = plainText(cell)
  if (text === '') return { text, value: undefined }
  if (formulaError.test(text))
    return { text, value: text, problem: { key: 'importer.errors.formula', params: {} } }
  if (typeof cell === 'number' && Number.isInteger(cell) && !Number.isSafeInteger(cell))
    return { text, value: text, problem: { key: 'importer.errors.number', params: {} } }
  const read = readText(text, column, reader)
  return typeof cell === 'number' && column.digits ? { ...read, isNumber: true } : read
}
