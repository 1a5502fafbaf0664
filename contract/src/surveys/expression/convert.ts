/**
 * Values of an expression: XPath's number, string and boolean, and the list of answers of a repeat's rows.
 */
export type Scalar = number | string | boolean
export type Value = Scalar | readonly Scalar[]

const isList = (value: Value): value is readonly Scalar[] => typeof value === 'object'

const numberPattern = /^\s*-?(?:\d+(?:\.\d*)?|\.\d+)\s*$/
const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/
const timePattern = /^([01]\d|2[0-3]):([0-5]\d)$/
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/

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

/** Whether the text is a date with a time: `2026-03-31T14:30`, also with seconds and a UTC offset. */
export const isDateTime = (text: string): boolean => {
  const [, day] = dateTimePattern.exec(text) ?? []
  return day !== undefined && isCalendarDate(day)
}

const fractionOfDay = (time: string): number => {
  const [, hours, minutes] = timePattern.exec(time) ?? []
  return (Number(hours) * 60 + Number(minutes)) / 1440
}

/**
 * Converts dates to days and times to fractions of a day, like ODK's clients, so that they can be compared
 * and subtracted. Any other text that is not a number, including a blank, is NaN.
 */
const numberOfText = (text: string): number => {
  if (numberPattern.test(text)) return Number(text)
  if (timePattern.test(text)) return fractionOfDay(text)
  const [, day = text, time] = dateTimePattern.exec(text) ?? []
  return daysOf(day) + (time === undefined ? 0 : fractionOfDay(time))
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

/** The days of the years 1 to 9999: other years do not have four digits. */
const maxDays = 2_932_896
const minDays = -719_162

const isoOf = (value: Value): string | undefined => {
  const days = toNumber(value)
  return days >= minDays && days <= maxDays
    ? new Date(Math.round(days * 1440) * 60_000).toISOString()
    : undefined
}

/** Returns a number of days or a date with a time as a date; blank if it is neither. */
export const dateText = (value: Value): string => isoOf(Math.floor(toNumber(value)))?.slice(0, 10) ?? ''

export const dateTimeText = (value: Value): string => isoOf(value)?.slice(0, 16) ?? ''

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const dayNames = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')

/** Formats a date with the escapes of ODK, such as `%Y-%m-%d`. Names are in English, so that answers are stable. */
export const formatDate = (value: Value, format: string): string => {
  const iso = isoOf(value)
  if (iso === undefined) return ''
  const date = new Date(iso)
  const pad = (number: number, length = 2): string => String(number).padStart(length, '0')
  const parts: Readonly<Record<string, string>> = {
    Y: pad(date.getUTCFullYear(), 4),
    y: pad(date.getUTCFullYear() % 100),
    m: pad(date.getUTCMonth() + 1),
    n: String(date.getUTCMonth() + 1),
    b: monthNames[date.getUTCMonth()] ?? '',
    d: pad(date.getUTCDate()),
    e: String(date.getUTCDate()),
    H: pad(date.getUTCHours()),
    h: String(date.getUTCHours()),
    M: pad(date.getUTCMinutes()),
    S: '00',
    '3': '000',
    a: dayNames[date.getUTCDay()] ?? '',
    '%': '%',
  }
  return format.slice(0, 200).replaceAll(/%(.)/g, (escape, letter: string) => parts[letter] ?? escape)
}
