import type { Option } from '@baseline/contract/list.ts'
import type { MessageKey } from '@baseline/contract/messages/translate.ts'

import { label, t } from '../i18n.ts'
import { endOfDay, startOfDay } from '../time.ts'

interface Choice {
  value: string
  label: MessageKey
}

interface Named<Name extends string> {
  name: Name
  label: MessageKey
}

/** Values of a filter, with how many records have each. */
interface Facet {
  values: readonly { value: string; count: number }[]
  /** Whether every other filter counts, or only some. */
  counts: 'filter' | 'survey'
  hasMore: boolean
}

/** The filter of the request, as far as facets are counted under it. */
type FacetFilter = Readonly<Record<string, unknown>>

export interface FacetField<Name extends string = string> extends Named<Name> {
  kind: 'facet'
  load: (query: string, filter: FacetFilter, signal: AbortSignal) => Promise<Facet>
  /** Whether a whole value is written in double quotes, because the filter takes parts of values too. */
  quoted?: true
  /** The filter of the list. */
  filter?: FacetFilter
}

/**
 * What an entity says about one of its filters: `text` contains, `facet` some of the values that the records have, `one` and `many` of a closed list, `texts` several
 * whole words that nobody has listed, `records` some of another entity, `dates` a range, `given` something that is
 * chosen elsewhere and only seen and taken away here.
 */
export type FilterField<Name extends string = string> =
  | (Named<Name> & { kind: 'text'; /** The whole of it, as an id. */ whole?: true })
  | (Named<Name> & { kind: 'texts'; /** What the list shows at the moment. */ rows?: readonly object[] })
  | FacetField<Name>
  | (Named<Name> & { kind: 'one' | 'many'; choices: readonly Choice[] })
  | (Named<Name> & {
      kind: 'records'
      load: (signal: AbortSignal) => Promise<Option[]>
      /** Whether the list shows times in the zone of the record when exactly one is chosen. */
      setsTimeZone?: true
    })
  | (Named<Name> & { kind: 'dates'; of: 'date' | 'instant' })
  | (Named<Name> & { kind: 'given' })

/** As it stands in the address: a text, one value or several; a range is two dates, a blank one is open. */
export type FilterValue = string | readonly string[]
export type Filter = Readonly<Record<string, FilterValue>>

/** Says what is wrong with a value that somebody entered. */
export type FilterCheck = (field: FilterField, value: FilterValue) => string | undefined

/** What every editor of a filter takes. */
export interface FilterEditorProps {
  field: FilterField
  value: FilterValue | undefined
  onChange: (value: FilterValue) => void
  /** Applies a value and closes the editor; absent where several filters are applied together. */
  onDone?: (value: FilterValue) => void
}

export const severalOf = (value: FilterValue | undefined): string[] =>
  typeof value === 'string' ? [value] : [...(value ?? [])]

export const isSet = (value: FilterValue | undefined): value is FilterValue =>
  typeof value === 'string' ? value.trim() !== '' : value !== undefined && value.some((one) => one !== '')

/** The address gives digits as numbers and a repeated name as a list. */
const textsIn = (raw: unknown): string[] =>
  (Array.isArray(raw) ? (raw as unknown[]) : [raw]).flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : [],
  )

export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text

const longestText = 255
const mostValues = 100

const readDates = ([first = '', second = '']: string[]): FilterValue | undefined => {
  const [from, until] = [isDate(first) ? first : '', isDate(second) ? second : '']
  if (from && until && from > until) return [until, from]
  return from || until ? [from, until] : undefined
}

const readSeveral = (texts: readonly string[]): FilterValue | undefined => {
  const several = [...new Set(texts.map((one) => one.trim()))].filter(
    (one) => one !== '' && one.length <= longestText,
  )
  return several.length > 0 ? several.slice(0, mostValues) : undefined
}

/** A value somebody may have typed into the address; undefined where it means nothing to this filter. */
export const readFilter = (field: FilterField, raw: unknown): FilterValue | undefined => {
  const texts = textsIn(raw)
  const [text = ''] = texts
  switch (field.kind) {
    case 'text':
    case 'given':
      return texts.length === 1 && text.length <= longestText && isSet(text) ? text.trim() : undefined
    case 'one':
      return field.choices.find(({ value }) => value === text)?.value
    case 'many': {
      const known = field.choices.map(({ value }) => value).filter((value) => texts.includes(value))
      return known.length > 0 ? known : undefined
    }
    case 'texts':
    case 'facet':
    case 'records':
      return readSeveral(texts)
    case 'dates':
      return readDates(texts)
  }
}

/** Converts a value to what the call takes: a range covers the whole of both days in the zone of the list. */
export const requestValue = (field: FilterField, value: FilterValue, zone: string): FilterValue => {
  if (field.kind !== 'dates' || field.of === 'date' || typeof value === 'string') return value
  const [from = '', until = ''] = value
  return [from && startOfDay(from, zone), until && endOfDay(until, zone)]
}

/** The server finds shorter ones only where they begin the text; the screens say so. */
const fewestCharacters = 3

export const isPrefix = (field: FilterField, value: FilterValue | undefined): value is string =>
  field.kind === 'text' &&
  !field.whole &&
  typeof value === 'string' &&
  isSet(value) &&
  value.trim().length < fewestCharacters

/** A value of a facet in words: a name, or the part of one that it stands for. */
export const facetLabel = ({ quoted }: Pick<FacetField, 'quoted'>, value: string): string => {
  if (!quoted) return value
  const whole = /^"(.+)"$/s.exec(value)?.[1]
  if (whole !== undefined) return whole
  return value.length < fewestCharacters
    ? t('list.beginsWith', { text: value })
    : t('list.facet.contains', { text: value })
}

const fewWords = 2

/** What a chip says after the name of its filter; records by the names that were loaded for them. */
export const filterText = (
  field: FilterField,
  value: FilterValue,
  records: readonly Option[] = [],
): string => {
  if (isPrefix(field, value)) return t('list.beginsWith', { text: value })
  if (typeof value === 'string') return field.kind === 'one' ? choiceText(field.choices, value) : value
  if (field.kind !== 'dates') {
    const words = value.map((one) => {
      if (field.kind === 'facet') return facetLabel(field, one)
      return 'choices' in field
        ? choiceText(field.choices, one)
        : (records.find(({ id }) => id === one)?.label ?? one)
    })
    const more = words.length - fewWords
    return words.slice(0, fewWords).join(', ') + (more > 0 ? ` +${String(more)}` : '')
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
