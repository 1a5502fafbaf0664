import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/response.ts'
import { squareOf } from '@baseline/contract/survey-responses/square.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { all, filtersOn } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'

import { cellsOf, inCells } from './map/cells.ts'
import { scope } from './scope.ts'
import type { Reader } from './scope.ts'

const { contains, equals, oneOf, oneOfFolded, within } = filtersOn('survey_responses')

/** One parameter, however many they are. */
const foldedOf = (values: readonly string[]) =>
  sql`array(select folded(one) from unnest(${values}::text[]) one)`

/** More words than these are no longer looked for one by one: their responses are met on the way. */
const mostWords = 5_000

type Kind = Schema['response_names']['kind']

const wordsLike = async (reader: Reader, kind: Kind, pattern: RawBuilder<string>) =>
  wordsWhere(reader, kind, sql<boolean>`folded like ${pattern}`)

const wordsWhere = async ({ db }: Reader, kind: Kind, condition: RawBuilder<boolean>): Promise<string[]> => {
  const words = await db
    .selectFrom('response_names')
    .select('folded')
    .where('kind', '=', kind)
    .where(condition)
    .limit(mostWords + 1)
    .execute()
  return words.map(({ folded }) => folded)
}

/** As `search_pattern()` does: what somebody types is text, never a pattern. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/**
 * Finds the names that have this text in them first, where there are few: the database then knows how many responses
 * to expect, and finds them by their whole name. In double quotes a text means that whole name and no other: a figure of
 * one person leads to that person's responses.
 */
const nameContains = async (
  reader: Reader,
  kind: Kind,
  column:
    | 'investigator_name_folded'
    | 'investigator_mobile_number_folded'
    | 'supervisor_name_folded'
    | 'household_name_folded',
  text: string | undefined,
) => {
  if (!text) return {}
  const [, whole] = /^"(.+)"$/s.exec(text) ?? []
  const names =
    whole === undefined
      ? await wordsLike(reader, kind, sql`search_pattern(${text})`)
      : await wordsWhere(reader, kind, sql<boolean>`folded = folded(${whole})`)
  if (names.length > mostWords) return { condition: contains(column, text) }
  return { condition: oneOf(column, names) ?? sql<boolean>`false`, names }
}

/** Texts that are looked for by their words, as their indexes are made. */
const worded = {
  display_id: {
    kind: 'displayIdWord',
    between: '-',
    words: sql`display_id_words(display_id_folded)`,
  },
  household_name: {
    kind: 'householdWord',
    between: ' ',
    words: sql`string_to_array(household_name_folded, ' ')`,
  },
} as const

/** What stands around the hyphens of a part of a Survey Id, where that is three characters, as `display_id_words()` has it. */
const aroundHyphens = (words: readonly string[]): string[] =>
  words.slice(1).flatMap((after, n) => {
    const [left, right] = [Array.from(words[n] ?? ''), Array.from(after)]
    return [
      ...(left.length > 1 && right.length > 0 ? [`${left.slice(-2).join('')}-${right[0] ?? ''}`] : []),
      ...(left.length > 0 && right.length > 1 ? [`${left.at(-1) ?? ''}-${right.slice(0, 2).join('')}`] : []),
    ]
  })

/** A word that may be one of more than these tells little beside another. */
const tellingWords = 10

/**
 * A part of a text reaches from the end of one word to the beginning of another: each of its words is looked for among
 * the words of all texts, and then responses by those, which is quick however common the parts of a text are.
 */
const wordsContain = async (reader: Reader, column: keyof typeof worded, text: string | undefined) => {
  if (!text) return undefined
  const { rows } = await sql<{ folded: string; short: boolean }>`
    select folded, length(folded) < 3 as short from folded(${text}) folded`.execute(reader.db)
  const { folded, short } = rows[0] ?? { folded: '', short: true }
  // So few must begin the text, which its order finds.
  if (short) return contains(`${column}_folded`, text)
  const { kind, between, words: array } = worded[column]
  const words = folded.split(between)
  const found = await Promise.all(
    words.map((word, n) => {
      const [before, after] = [n > 0 ? '' : '%', n < words.length - 1 ? '' : '%']
      return wordsLike(reader, kind, sql`${`${before}${literally(word)}${after}`}`)
    }),
  )
  const around = column === 'display_id' ? aroundHyphens(words) : []
  const telling = found
    .toSorted((one, other) => one.length - other.length)
    .filter(({ length }, n) => length <= (n === 0 && around.length === 0 ? mostWords : tellingWords))
  return all(
    around.length > 0 ? sql<boolean>`${array} @> ${around}::text[]` : undefined,
    ...telling.map((alternatives) => sql<boolean>`${array} && ${alternatives}::text[]`),
    // The responses of a single word are those looked for. Of several, the planner is not told how many this leaves:
    // it would count the same thing twice.
    words.length === 1 && telling.length === 1
      ? undefined
      : sql<boolean>`strpos(${sql.ref(`${column}_folded`)}, ${folded}) > 0`,
  )
}

/** By whole names where few have the text in them, by their words otherwise. */
const householdContains = async (reader: Reader, text: string | undefined) => {
  const { condition, names } = await nameContains(reader, 'household', 'household_name_folded', text)
  return names ? condition : wordsContain(reader, 'household_name', text)
}

const inArea = (area: string | undefined) => {
  const square = area === undefined ? undefined : squareOf(area)
  return square && sql<boolean>`(${inCells(cellsOf(square))})`
}

/** What is counted beforehand: by one of these, and by survey and status besides. */
interface CountedByOne {
  dimension: Schema['response_counts']['dimension']
  /** Which values of that are meant. */
  value: RawBuilder<boolean>
}
/** Or by all that places have in common, or by enumerator whatever the status: one line for each of a thousand names. */
export type Counted = CountedByOne | { places: RawBuilder<boolean> } | { enumerators: RawBuilder<boolean> }

const places = {
  districtName: 'district',
  villageType: 'village_type',
  villageCategory: 'village_category',
} as const satisfies { [Key in keyof SurveyResponseFilter]?: keyof Schema['response_places_now'] }
type Place = keyof typeof places
const isPlace = (key: string): key is Place => key in places

/** Of none, which stands there as an empty text, no filter finds any. */
const onPlace = (column: (typeof places)[Place], values: readonly string[] | undefined) => [
  values?.length ? sql<boolean>`${sql.ref(column)} = any(${foldedOf(values)})` : undefined,
  sql<boolean>`${sql.ref(column)} <> ''`,
]

/** The whole names that a part of one means, where there are not too many. */
type Names = Record<
  'investigatorName' | 'investigatorMobileNumber' | 'supervisorName',
  readonly string[] | undefined
>

const countable = ['surveyId', 'status'] satisfies (keyof SurveyResponseFilter)[]

const oneOfThese = (found: readonly string[]) => sql<boolean>`value = any(${found})`

const among = (dimension: CountedByOne['dimension'], found: readonly string[] | undefined) =>
  found && { dimension, value: oneOfThese(found) }

const whole = (dimension: CountedByOne['dimension'], values: readonly string[] = []) => ({
  dimension,
  value: sql<boolean>`value = any(${foldedOf(values)})`,
})

const countedByOne = (only: string, filter: SurveyResponseFilter, names: Names): Counted | undefined => {
  switch (only) {
    case 'investigatorName':
      return names[only] && !filter.status
        ? { enumerators: oneOfThese(names[only]) }
        : among('investigator', names[only])
    case 'investigatorMobileNumber':
      return among('mobileNumber', names[only])
    case 'supervisorName':
      return among('supervisor', names[only])
    case 'districtName':
      return whole('district', filter[only])
    case 'village':
      return whole('village', filter[only])
    case 'villageType':
      return whole('villageType', filter[only])
    case 'villageCategory':
      return whole('villageCategory', filter[only])
    case 'surveyDateRange': {
      const [from, to] = filter[only] ?? []
      return {
        dimension: 'surveyDate',
        value: sql<boolean>`value between ${from ?? '0000'} and ${to ?? '9999-99'}`,
      }
    }
    default:
      return undefined
  }
}

/** Whether the counts know how many a filter finds: they do unless it asks for two things that are counted apart. */
const countedBy = (filter: SurveyResponseFilter, names: Names): Counted | undefined => {
  const asked = Object.entries(filter)
    .filter(([key, value]) => value !== undefined && !countable.some((one) => one === key))
    .map(([key]) => key)
  const [only, another] = asked
  if (!only) return { dimension: 'all', value: sql<boolean>`value = ''` }
  if (!another) return countedByOne(only, filter, names)
  return asked.every(isPlace)
    ? { places: all(...asked.flatMap((key) => onPlace(places[key], filter[key]))) }
    : undefined
}

/** What a filter means, for lists, neighbours and reviews alike. spec §5 */
export const matching = async (reader: Reader, filter: SurveyResponseFilter = {}) => {
  const investigator = await nameContains(
    reader,
    'investigator',
    'investigator_name_folded',
    filter.investigatorName,
  )
  const mobileNumber = await nameContains(
    reader,
    'mobileNumber',
    'investigator_mobile_number_folded',
    filter.investigatorMobileNumber,
  )
  const supervisor = await nameContains(reader, 'supervisor', 'supervisor_name_folded', filter.supervisorName)
  const conditions = all(
    scope(reader),
    equals('id', filter.id),
    await wordsContain(reader, 'display_id', filter.displayId),
    oneOf('survey_id', filter.surveyId),
    investigator.condition,
    mobileNumber.condition,
    supervisor.condition,
    oneOf('status', filter.status),
    oneOfFolded('district_name_folded', filter.districtName),
    oneOfFolded('village_folded', filter.village),
    oneOfFolded('village_type_folded', filter.villageType),
    oneOfFolded('village_category_folded', filter.villageCategory),
    await householdContains(reader, filter.householdName),
    within('survey_date', filter.surveyDateRange),
    within('start_time', filter.startTimeRange),
    within('end_time', filter.endTimeRange),
    within('created_at', filter.createdAtRange),
    inArea(filter.area),
  )
  const names = {
    investigatorName: investigator.names,
    investigatorMobileNumber: mobileNumber.names,
    supervisorName: supervisor.names,
  }
  const asked = Object.values(filter).filter((value) => value !== undefined)
  return {
    conditions,
    unfiltered: asked.length === 0,
    statuses: [...new Set(filter.status)],
    /** Whether those of some statuses, and nothing else, are meant: an index has each in the order that lists begin with. */
    isByStatus: asked.length === 1 && filter.status !== undefined,
    /** Whether those of one name, and nothing else, are meant: an index has them in that order too. */
    isOneName: asked.length === 1 && Object.values(names).some((found) => found?.length === 1),
    from: (db: Db) => db.selectFrom('survey_responses').where(conditions),
    counted: countedBy(filter, names),
  }
}
export type Matching = Awaited<ReturnType<typeof matching>>
