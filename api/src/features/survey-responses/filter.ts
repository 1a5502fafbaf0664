import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/response.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { all, filtersOn } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'

import { scope } from './scope.ts'
import type { Reader } from './scope.ts'

const { contains, equals, oneOf, oneOfFolded, within } = filtersOn('survey_responses')

/** More words than these are no longer looked for one by one: their responses are met on the way. */
const mostWords = 5_000

type Kind = Schema['response_names']['kind']

const wordsLike = async ({ db }: Reader, kind: Kind, pattern: RawBuilder<string>): Promise<string[]> => {
  const words = await db
    .selectFrom('response_names')
    .select('folded')
    .where('kind', '=', kind)
    .where(sql<boolean>`folded like ${pattern}`)
    .limit(mostWords + 1)
    .execute()
  return words.map(({ folded }) => folded)
}

/**
 * Finds the names that have this text in them first, where there are few: the database then knows how many responses
 * to expect, and finds them by their whole name.
 */
const nameContains = async (
  reader: Reader,
  kind: Kind,
  column: 'investigator_name_folded' | 'investigator_mobile_number_folded' | 'supervisor_name_folded',
  text: string | undefined,
) => {
  if (!text) return undefined
  const names = await wordsLike(reader, kind, sql`search_pattern(${text})`)
  return names.length > mostWords ? contains(column, text) : sql<boolean>`${sql.ref(column)} = any(${names})`
}

/** As `search_pattern()` does: what somebody types is text, never a pattern. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Texts that are looked for by their words, as their indexes are made. */
const worded = {
  display_id_folded: { kind: 'displayIdWord', between: '-' },
  household_name_folded: { kind: 'householdWord', between: ' ' },
} as const

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
  if (short) return contains(column, text)
  const { kind, between } = worded[column]
  const words = folded.split(between)
  const found = await Promise.all(
    words.map((word, n) => {
      const [before, after] = [n > 0 ? '' : '%', n < words.length - 1 ? '' : '%']
      return wordsLike(reader, kind, sql`${`${before}${literally(word)}${after}`}`)
    }),
  )
  const few = found.filter((alternatives) => alternatives.length <= mostWords)
  const array = sql`string_to_array(${sql.ref(column)}, ${sql.lit(between)})`
  return all(
    ...few.map((alternatives) => sql<boolean>`${array} && ${alternatives}::text[]`),
    // The responses of a single word are those looked for. Of several, the planner is not told how many this leaves:
    // it would count the same thing twice.
    words.length === 1 && few.length === 1
      ? undefined
      : sql<boolean>`strpos(${sql.ref(column)}, ${folded}) > 0`,
  )
}

/** What a filter means, for lists, neighbours and reviews alike. spec §5 */
export const matching = async (reader: Reader, filter: SurveyResponseFilter = {}) => {
  const conditions = all(
    scope(reader),
    equals('id', filter.id),
    await wordsContain(reader, 'display_id_folded', filter.displayId),
    oneOf('survey_id', filter.surveyId),
    await nameContains(reader, 'investigator', 'investigator_name_folded', filter.investigatorName),
    await nameContains(
      reader,
      'mobileNumber',
      'investigator_mobile_number_folded',
      filter.investigatorMobileNumber,
    ),
    await nameContains(reader, 'supervisor', 'supervisor_name_folded', filter.supervisorName),
    oneOf('status', filter.status),
    oneOfFolded('district_name_folded', filter.districtName),
    oneOfFolded('village_folded', filter.village),
    oneOfFolded('village_type_folded', filter.villageType),
    oneOfFolded('village_category_folded', filter.villageCategory),
    await wordsContain(reader, 'household_name_folded', filter.householdName),
    within('survey_date', filter.surveyDateRange),
    within('start_time', filter.startTimeRange),
    within('end_time', filter.endTimeRange),
    within('created_at', filter.createdAtRange),
  )
  return (from: Db) => from.selectFrom('survey_responses').where(conditions)
}
