import type { CellValue } from './read-workbook.ts'

/** Excel's limits. */
export const sheetLimits = { rows: 1_048_576, columns: 16_384, characters: 32_767 } as const

/** Characters that XML cannot contain, and texts that readers decode: `_x0041_` is an escape for `A`. */
// eslint-disable-next-line no-control-regex -- matches the control characters to remove
const needsEscaping = /[&<>\r\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|_x[0-9A-Fa-f]{4}_/
// eslint-disable-next-line no-control-regex -- matches the control characters to remove
const forbiddenCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Removes characters that XML cannot contain. The encoder replaces lone surrogates. */
const escapeXml = (text: string): string =>
  needsEscaping.test(text)
    ? text
        .replaceAll(forbiddenCharacters, '')
        .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('\r', '_x000D_')
    : text

export const escapeAttribute = (text: string): string => escapeXml(text).replaceAll('"', '&quot;')

/** A value that exceeds the limit of a cell, with its column and row for the error message. */
export class CellTooLong extends Error {
  readonly header: string
  readonly row: readonly CellValue[]

  constructor(header: string, row: readonly CellValue[]) {
    super('the text is too long for a cell')
    this.header = header
    this.row = row
  }
}

const dayMs = 86_400_000
/** Excel treats 1900 as a leap year; its day numbers are correct from March 1900 on. */
const firstSafeDay = Date.UTC(1900, 2, 1)

const isSpace = (code: number): boolean => code <= 32
const textCell = (reference: string, text: string): string => {
  const hasOuterSpace = isSpace(text.charCodeAt(0)) || isSpace(text.charCodeAt(text.length - 1))
  return `<c r="${reference}" t="inlineStr"><is><t${hasOuterSpace ? ' xml:space="preserve"' : ''}>${escapeXml(text)}</t></is></c>`
}

const dateCell = (reference: string, value: Date, style: number): string => {
  const time = value.getTime()
  if (Number.isNaN(time)) throw new RangeError('invalid date')
  if (time < firstSafeDay)
    return textCell(
      reference,
      value
        .toISOString()
        .slice(0, style === styles.date ? 10 : 16)
        .replace('T', ' '),
    )
  return `<c r="${reference}" s="${String(style)}"><v>${String(time / dayMs + 25_569)}</v></c>`
}

/** Indexes of the styles in `cellXfs`. */
export const styles = { head: 1, date: 2, time: 3 } as const

/**
 * Writes typed cells: a text stays a text even if it starts with `=`, so it is never computed or followed as
 * a link.
 */
export const cellXml = (reference: string, value: CellValue, style: number): string => {
  if (value === null || value === '') return ''
  if (typeof value === 'string') return textCell(reference, value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError('not a finite number')
    return `<c r="${reference}"><v>${String(value)}</v></c>`
  }
  if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${value ? '1' : '0'}</v></c>`
  return dateCell(reference, value, style)
}
