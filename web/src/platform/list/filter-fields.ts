import type { Option } from '@baseline/contract/list.ts'

import { label, t } from '../i18n.ts'
import type { Label } from '../i18n.ts'
import { endOfDay, startOfDay } from '../time.ts'

interface Choice {
  value: string
  label: Label
}

interface NamedField<Name extends string> {
  /** A filter of the call, or a member of an object in it: `answers.age`. */
  name: Name
  label: Label
}

/** Values of a filter, with the number of records of each. */
interface Facet {
  values: readonly { value: string; count: number }[]
  /** `filter` if the counts apply every other filter; otherwise they apply only some. */
  counts: string
  hasMore: boolean
}

/** The filter of the request under which facets are counted. */
type FacetFilter = Readonly<Record<string, unknown>>

export interface FacetField<Name extends string = string> extends NamedField<Name> {
  kind: 'facet'
  load: (query: string, filter: FacetFilter, signal: AbortSignal) => Promise<Facet>
  /** Whether a whole value is written in double quotes, because the filter also accepts parts of values. */
  quoted?: true
  /** The filter of the list. */
  filter?: FacetFilter
}

/**
 * A filter of an entity. `text`: contains; `facet`: values that occur in the records; `one` and `many`: from
 * a closed list; `texts`: several whole values without a list; `records`: records of another entity; `dates`:
 * a range; `range`: a range of numbers or times of the day; `given`: set elsewhere, and here only shown and removed;
 * `kept`: of a member that the screen does not know yet.
 */
export type FilterField<Name extends string = string> =
  | (NamedField<Name> & {
      kind: 'text'
      /** Matches the whole text, such as an id. */
      matchesWhole?: true
      /** Matches the beginning of a text of any length. */
      matchesBeginning?: true
    })
  | (NamedField<Name> & { kind: 'texts'; /** The rows shown at the moment. */ rows?: readonly object[] })
  | FacetField<Name>
  | (NamedField<Name> & { kind: 'one' | 'many'; choices: readonly Choice[] })
  | (NamedField<Name> & {
      kind: 'records'
      load: (signal: AbortSignal) => Promise<Option[]>
      /** Whether the list uses the time zone of the record if exactly one is chosen. */
      setsTimeZone?: true
    })
  | (NamedField<Name> & { kind: 'dates'; valueType: 'date' | 'instant' })
  | (NamedField<Name> & { kind: 'range'; of: 'number' | 'time' })
  | (NamedField<Name> & { kind: 'given' | 'kept' })

/** As in the URL: a text, one value or several; a range is two dates, and a blank one is open. */
export type FilterValue = string | readonly string[]
export type Filter = Readonly<Record<string, FilterValue>>

/** Changes one filter. The others may have changed since the screen was drawn, and are kept. */
export type FilterChange = (filter: Filter) => Filter

/** Returns the problem of an entered value. */
export type FilterCheck = (field: FilterField, value: FilterValue) => string | undefined

/** Properties of every filter editor. */
export interface FilterEditorProps {
  field: FilterField
  value: FilterValue | undefined
  onChange: (value: FilterValue) => void
  /** Applies a value and closes the editor; absent if several filters are applied together. */
  onDone?: (value: FilterValue) => void
}

export const toList = (value: FilterValue | undefined): string[] =>
  typeof value === 'string' ? [value] : [...(value ?? [])]

export const isSet = (value: FilterValue | undefined): value is FilterValue =>
  typeof value === 'string' ? value.trim() !== '' : value !== undefined && value.some((one) => one !== '')

/** The URL parser returns digits as numbers and a repeated name as an array. */
const toTexts = (raw: unknown): string[] =>
  (Array.isArray(raw) ? (raw as unknown[]) : [raw]).flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : [],
  )

/** The form in which a range has numbers and times of the day. */
export const rangeEnds = { number: /^-?\d{1,15}(\.\d+)?$/, time: /^([01]\d|2[0-3]):[0-5]\d$/ } as const

export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text

const maxTextLength = 255
const maxValues = 100

const readDates = ([first = '', second = '']: string[]): FilterValue | undefined => {
  const [from, until] = [isDate(first) ? first : '', isDate(second) ? second : '']
  if (from && until && from > until) return [until, from]
  return from || until ? [from, until] : undefined
}

const readRange = ([first = '', second = '']: string[], isEnd: (text: string) => boolean) => {
  const ends = [first, second].map((end) => (isEnd(end.trim()) ? end.trim() : ''))
  return isSet(ends) ? ends : undefined
}

const readValues = (texts: readonly string[]): FilterValue | undefined => {
  const values = [...new Set(texts.map((one) => one.trim()))].filter(
    (one) => one !== '' && one.length <= maxTextLength,
  )
  return values.length > 0 ? values.slice(0, maxValues) : undefined
}

const readText = ([text = '', ...others]: readonly string[]): FilterValue | undefined =>
  others.length === 0 && text.length <= maxTextLength && isSet(text) ? text.trim() : undefined

/** Blanks stay, because they are open ends of a range. */
const readKept = (texts: readonly string[]): FilterValue | undefined =>
  isSet(texts) && texts.every((one) => one.length <= maxTextLength) ? texts.slice(0, maxValues) : undefined

/** Reads a value from the URL; returns undefined if it is not valid for this filter. */
export const readFilter = (field: FilterField, raw: unknown): FilterValue | undefined => {
  const texts = toTexts(raw)
  const [text = ''] = texts
  switch (field.kind) {
    case 'text':
    case 'given':
      return readText(texts)
    case 'one':
      return field.choices.find(({ value }) => value === text)?.value
    case 'many': {
      const knownValues = field.choices.map(({ value }) => value).filter((value) => texts.includes(value))
      return knownValues.length > 0 ? knownValues : undefined
    }
    case 'texts':
    case 'facet':
    case 'records':
      return readValues(texts)
    case 'dates':
      return readDates(texts)
    case 'range':
      return readRange(texts, (end) => rangeEnds[field.of].test(end))
    case 'kept':
      return readKept(texts)
  }
}

/** Converts a value for the request: a range covers both days completely, in the time zone of the list. */
export const requestValue = (field: FilterField, value: FilterValue, zone: string): FilterValue => {
  if (field.kind !== 'dates' || field.valueType === 'date' || typeof value === 'string') return value
  const [from = '', until = ''] = value
  return [from && startOfDay(from, zone), until && endOfDay(until, zone)]
}

/** Shorter texts match only the beginning; the screens say so. */
const minContainsLength = 3

export const isPrefix = (field: FilterField, value: FilterValue | undefined): value is string =>
  field.kind === 'text' &&
  !field.matchesWhole &&
  typeof value === 'string' &&
  isSet(value) &&
  (field.matchesBeginning === true || value.trim().length < minContainsLength)

/** Returns the label of a facet value: a name, or a part of a name. */
export const facetLabel = ({ quoted }: Pick<FacetField, 'quoted'>, value: string): string => {
  if (!quoted) return value
  const quotedText = /^"(.+)"$/s.exec(value)?.[1]
  if (quotedText !== undefined) return quotedText
  return value.length < minContainsLength
    ? t('list.beginsWith', { text: value })
    : t('list.facet.contains', { text: value })
}

const maxNamedValues = 2

/** Returns the text of a chip after the filter's name; `records` provides labels of record ids. */
export const filterText = (
  field: FilterField,
  value: FilterValue,
  records: readonly Option[] = [],
): string => {
  if (isPrefix(field, value)) return t('list.beginsWith', { text: value })
  if (typeof value === 'string') return field.kind === 'one' ? choiceText(field.choices, value) : value
  if (field.kind !== 'dates' && field.kind !== 'range') {
    const labels = value.map((one) => {
      if (field.kind === 'facet') return facetLabel(field, one)
      return 'choices' in field
        ? choiceText(field.choices, one)
        : (records.find(({ id }) => id === one)?.label ?? one)
    })
    const hiddenCount = labels.length - maxNamedValues
    return labels.slice(0, maxNamedValues).join(', ') + (hiddenCount > 0 ? ` +${String(hiddenCount)}` : '')
  }
  const [from = '', until = ''] = value
  if (!until) return t('list.from', { date: from })
  if (!from) return t('list.until', { date: until })
  return from === until ? from : `${from} – ${until}`
}

const choiceText = (choices: readonly Choice[], value: string): string => {
  const choice = choices.find((one) => one.value === value)
  return choice ? label(choice.label) : value
}
