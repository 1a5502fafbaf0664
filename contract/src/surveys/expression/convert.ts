/**
 * Values of an expression: XPath's number, string and boolean, and the list of answers of a repeat's rows.
 */
export type Scalar = number | string | boolean
export type Value = Scalar | readonly Scalar[]

const isList = (value: Value): value is readonly Scalar[] => typeof value === 'object'

const numberPattern = /^\s*-?(?:\d+(?:\.\d*)?|\.\d+)\s*$/
const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/
const timePattern = /^([01]\d|2[0-3]):([0-5]\d)$/

const dayMs = 86_400_000

/** Returns the days since 1970-01-01, or NaN if the text is not a calendar date. */
const daysOf = (text: string): number => {
  const [, year, month, day] = (datePattern.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return Number.NaN
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? Math.round(date.getTime() / dayMs)
    : Number.NaN
}

export const isCalendarDate = (text: string): boolean => !Number.isNaN(daysOf(text))
export const isTimeOfDay = (text: string): boolean => timePattern.test(text)

/**
 * Converts dates to days and times to fractions of a day, like ODK's clients, so that they can be compared
 * and subtracted. Any other text that is not a number, including a blank, is NaN.
 */
const numberOfText = (text: string): number => {
  if (numberPattern.test(text)) return Number(text)
  const time = timePattern.exec(text)
  return time ? (Number(time[1]) * 60 + Number(time[2])) / 1440 : daysOf(text)
}

export const toNumber = (value: Value): number => {
  if (isList(value)) return toNumber(value[0] ?? '')
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return numberOfText(value)
}

/** XPath writes numbers without an exponent. */
const textOfNumber = (value: number): string => {
  const text = String(value === 0 ? 0 : value)
  if (!text.includes('e')) return text
  if (Number.isInteger(value)) return BigInt(value).toString()
  const [, sign = '', digits = '', power = ''] = /^(-?)([\d.]+)e-(\d+)$/.exec(text) ?? []
  return `${sign}0.${'0'.repeat(Number(power) - 1)}${digits.replace('.', '')}`
}

export const toText = (value: Value): string => {
  if (isList(value)) return toText(value[0] ?? '')
  return typeof value === 'number' ? textOfNumber(value) : String(value)
}

export const toBoolean = (value: Value): boolean => {
  if (isList(value)) return value.length > 0
  return typeof value === 'number' ? value !== 0 && !Number.isNaN(value) : Boolean(value)
}

/** Returns a single answer as a list of one. */
export const toList = (value: Value): readonly Scalar[] => (isList(value) ? value : [value])
