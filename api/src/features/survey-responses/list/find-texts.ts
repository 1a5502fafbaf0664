import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { all, any, filtersOn } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'

import type { Reader } from '../scope.ts'

const { contains, oneOf } = filtersOn('survey_responses')

/** Folds all values in one array parameter. */
export const foldAll = (values: readonly string[]) =>
  sql`array(select folded(one) from unnest(${values}::text[]) one)`

/**
 * Maximum number of dictionary entries to search by. More entries match so many responses that a scan in the
 * sort order finds them quickly.
 */
export const maxEntries = 5_000

type Kind = Schema['response_names']['kind']

const findEntriesLike = async (reader: Reader, kind: Kind, pattern: RawBuilder<string>) =>
  findEntries(reader, kind, sql<boolean>`folded like ${pattern}`)

export const findEntries = async (
  { db }: Reader,
  kind: Kind,
  condition: RawBuilder<boolean>,
): Promise<string[]> => {
  const entries = await db
    .selectFrom('response_names')
    .select('folded')
    .where('kind', '=', kind)
    .where(condition)
    .limit(maxEntries + 1)
    .execute()
  return entries.map(({ folded }) => folded)
}

/** Escapes wildcards as `search_pattern()` does. */
export const escapeWildcards = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

const quotedText = (text: string): string | undefined => /^"(.+)"$/s.exec(text)?.[1]

type NameColumn =
  | 'investigator_name_folded'
  | 'investigator_mobile_number_folded'
  | 'supervisor_name_folded'
  | 'village_folded'
  | 'household_name_folded'

/** Condition for a text that no response contains. */
export const matchesNothing = sql<boolean>`false`

/** A condition on the responses, and the full names that it covers, if known. */
export interface NameCondition {
  condition?: RawBuilder<boolean>
  names?: readonly string[]
}

/**
 * Matches any of several texts. Each is a part of a name, or the full name if it is in double quotes. The
 * names are first looked up in the dictionary, so that the planner can estimate the number of responses and
 * find them by full name.
 */
export const nameContains = async (
  reader: Reader,
  kind: Kind,
  column: NameColumn,
  texts: string | readonly string[] | undefined,
): Promise<NameCondition> => {
  const searchTexts = [texts ?? []].flat().filter(Boolean)
  if (searchTexts.length === 0) return {}
  const fullNames = searchTexts.flatMap((text) => quotedText(text) ?? [])
  const parts = searchTexts.filter((text) => quotedText(text) === undefined)
  const names = await findEntries(
    reader,
    kind,
    any(
      fullNames.length > 0 ? sql<boolean>`folded = any(${foldAll(fullNames)})` : undefined,
      ...parts.map((text) => sql<boolean>`folded like search_pattern(${text})`),
    ),
  )
  if (names.length <= maxEntries) return { condition: oneOf(column, names) ?? matchesNothing, names }
  return {
    condition: any(
      fullNames.length > 0 ? sql<boolean>`${sql.ref(column)} = any(${foldAll(fullNames)})` : undefined,
      ...parts.map((text) => contains(column, text)),
    ),
  }
}

/** Texts that are indexed by their words. */
const wordIndexes = {
  display_id: {
    kind: 'displayIdWord',
    separator: '-',
    words: sql`display_id_words(display_id_folded)`,
  },
  household_name: {
    kind: 'householdWord',
    separator: ' ',
    words: sql`string_to_array(household_name_folded, ' ')`,
  },
} as const

/** The three characters around each hyphen of a part of a Survey Id, as `display_id_words()` stores them. */
const hyphenTrigrams = (words: readonly string[]): string[] =>
  words.slice(1).flatMap((after, n) => {
    const [left, right] = [Array.from(words[n] ?? ''), Array.from(after)]
    return [
      ...(left.length > 1 && right.length > 0 ? [`${left.slice(-2).join('')}-${right[0] ?? ''}`] : []),
      ...(left.length > 0 && right.length > 1 ? [`${left.at(-1) ?? ''}-${right.slice(0, 2).join('')}`] : []),
    ]
  })

/** A word with more alternatives than this hardly narrows a search by another word. */
const maxSelectiveAlternatives = 10

/**
 * Finds a part of a text by its words: the part reaches from the end of one word to the start of another.
 * Looks up each word in the dictionary, then finds the responses by the words, which is fast even for common
 * parts.
 */
export const containsByWords = async (
  reader: Reader,
  column: keyof typeof wordIndexes,
  text: string | undefined,
): Promise<RawBuilder<boolean> | undefined> => {
  if (!text) return undefined
  const { rows } = await sql<{ folded: string; short: boolean }>`
    select folded, length(folded) < 3 as short from folded(${text}) folded`.execute(reader.db)
  const { folded, short } = rows[0] ?? { folded: '', short: true }
  // Under three characters: prefix match on the sort index.
  if (short) return contains(`${column}_folded`, text)
  const { kind, separator, words: array } = wordIndexes[column]
  const words = folded.split(separator)
  const entriesByWord = await Promise.all(
    words.map((word, n) => {
      const [before, after] = [n > 0 ? '' : '%', n < words.length - 1 ? '' : '%']
      return findEntriesLike(reader, kind, sql`${`${before}${escapeWildcards(word)}${after}`}`)
    }),
  )
  // The dictionary has every word of every response.
  if (entriesByWord.some(({ length }) => length === 0)) return matchesNothing
  const trigrams = column === 'display_id' ? hyphenTrigrams(words) : []
  const selective = entriesByWord
    .toSorted((one, other) => one.length - other.length)
    .filter(
      ({ length }, n) => length <= (n === 0 && trigrams.length === 0 ? maxEntries : maxSelectiveAlternatives),
    )
  return all(
    trigrams.length > 0 ? sql<boolean>`${array} @> ${trigrams}::text[]` : undefined,
    ...selective.map((alternatives) => sql<boolean>`${array} && ${alternatives}::text[]`),
    // The responses of a single word need no further check. For several words, `strpos` hides the check from
    // the planner, which would multiply its selectivity with the selectivity of the words.
    words.length === 1 && selective.length === 1
      ? undefined
      : sql<boolean>`strpos(${sql.ref(`${column}_folded`)}, ${folded}) > 0`,
  )
}

/** Searches by full name if few names contain the text, else by words. */
export const householdContains = async (
  reader: Reader,
  text: string | undefined,
): Promise<RawBuilder<boolean> | undefined> => {
  const { condition, names } = await nameContains(reader, 'household', 'household_name_folded', text)
  return names ? condition : containsByWords(reader, 'household_name', text)
}
