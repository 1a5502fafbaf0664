import { isDeepStrictEqual } from 'node:util'

import { sql } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'

import { lastDigit, valueSums } from './digits.ts'
import { countColumns } from './enumerator-facts.ts'
import type { EnumeratorFacts } from './enumerator-facts.ts'

type StoredRow = Omit<EnumeratorFacts, 'started_at' | 'ended_at'> & {
  started_at: Date
  ended_at: Date | null
}

const counts = sql.join(countColumns.map((name) => sql.ref(name)))

const selectStored = compiledOnce<StoredRow, { ids: readonly string[] }>((db, { ids }) => ({
  compile: () =>
    sql<StoredRow>`
      select ${prepared} response_id, survey_id, investigator, district, day, started_at, ended_at, minutes, numbers,
        ${counts}
      from enumerator_facts where response_id = any(${ids}::uuid[])`.compile(db),
}))

const removeStored = compiledOnce<unknown, { ids: readonly string[] }>((db, { ids }) => ({
  compile: () =>
    sql`delete ${prepared} from enumerator_facts where response_id = any(${ids}::uuid[])`.compile(db),
}))

const insertFacts = compiledOnce<unknown, { rows: string }>((db, { rows }) => ({
  compile: () =>
    sql`
      insert into enumerator_facts
      select ${prepared} * from json_populate_recordset(null::enumerator_facts, ${rows}::json)`.compile(db),
}))

const removeDays = compiledOnce<unknown, { days: string }>((db, { days }) => ({
  compile: () =>
    sql`
      delete ${prepared} from enumerator_days known
      using json_to_recordset(${days}::json) as changed (survey_id uuid, day date, investigator text, district text)
      where known.survey_id = changed.survey_id and known.day = changed.day
        and known.investigator = changed.investigator and known.district = changed.district`.compile(db),
}))

/** A day has few interviews: they are counted again, which is exact for the first start and the durations too. */
const countDays = compiledOnce<unknown, { days: string }>((db, { days }) => ({
  compile: () =>
    sql`
      insert into enumerator_days (survey_id, day, investigator, district, interviews, durations, first_start, last_end,
        ${counts})
      select ${prepared} f.survey_id, f.day, f.investigator, f.district, count(*),
        coalesce(array_agg(f.minutes order by f.minutes) filter (where f.minutes is not null), '{}'),
        min(f.started_at), max(f.ended_at), ${sql.join(countColumns.map((name) => sql`sum(${sql.ref(`f.${name}`)})`))}
      from json_to_recordset(${days}::json) as changed (survey_id uuid, day date, investigator text, district text)
      join enumerator_facts f using (survey_id, day, investigator, district)
      group by 1, 2, 3, 4`.compile(db),
}))

/** Adds the numbers of responses to the sums of their enumerators, or subtracts them. */
const addValues = compiledOnce<unknown, { changes: string }>((db, { changes }) => ({
  compile: () =>
    sql`
      with changed as (
        select survey_id, investigator, district, sign, answers.key as question, number.value::numeric as number
        from json_to_recordset(${changes}::json)
          as change (survey_id uuid, investigator text, district text, sign int, numbers jsonb)
        cross join lateral jsonb_each(numbers) answers
        cross join lateral jsonb_array_elements_text(answers.value) number
      ), digits as (
        select *, ${lastDigit} from changed
      )
      insert into enumerator_values as known (survey_id, question, investigator, district, n, total, squares,
        last_digits, ages, round_ages)
      select ${prepared} survey_id, question, investigator, district, ${valueSums}
      from digits group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (survey_id, question, investigator, district) do update set
        n = known.n + excluded.n, total = trim_scale(known.total + excluded.total),
        squares = trim_scale(known.squares + excluded.squares),
        last_digits = array(
          select a + b from unnest(known.last_digits, excluded.last_digits) with ordinality as digit (a, b, place)
          order by place),
        ages = known.ages + excluded.ages, round_ages = known.round_ages + excluded.round_ages`.compile(db),
}))

/** Removes the sums without a number. They are found by their key: an index on `n` would slow down each change of it. */
const removeEmptyValues = compiledOnce<unknown, { keys: string }>((db, { keys }) => ({
  compile: () =>
    sql`
      delete ${prepared} from enumerator_values known
      using json_to_recordset(${keys}::json)
        as changed (survey_id uuid, question text, investigator text, district text)
      where known.survey_id = changed.survey_id and known.question = changed.question
        and known.investigator = changed.investigator and known.district = changed.district and known.n = 0`.compile(
      db,
    ),
}))

const markStale = compiledOnce<unknown, { surveyIds: readonly string[] }>((db, { surveyIds }) => ({
  compile: () =>
    sql`
      insert into enumerator_checks as known (survey_id)
      select ${prepared} id from unnest(${surveyIds}::uuid[]) id order by id
      on conflict (survey_id) do update set is_stale = true where not known.is_stale`.compile(db),
}))

const toFacts = ({ started_at: startedAt, ended_at: endedAt, ...row }: StoredRow): EnumeratorFacts => ({
  ...row,
  started_at: startedAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
})

const valueKeys = ({ survey_id, investigator, district, numbers }: EnumeratorFacts) =>
  Object.keys(numbers).map((question) => ({ survey_id, question, investigator, district }))

/** Counts the days again that these rows belong to. */
const updateDays = async (tx: Db, rows: readonly EnumeratorFacts[]): Promise<void> => {
  const days = new Map(
    rows.map(({ survey_id, day, investigator, district }) => [
      JSON.stringify([survey_id, day, investigator, district]),
      { survey_id, day, investigator, district },
    ]),
  )
  const changed = JSON.stringify([...days.values()])
  await removeDays(tx, { days: changed })
  await countDays(tx, { days: changed })
}

/**
 * Stores what the responses of a batch add to the figures of their enumerators, and changes the figures. Responses
 * without facts add nothing any more. The checks have one writer at a time.
 */
export const storeEnumerators = async (
  tx: Db,
  ids: readonly string[],
  current: readonly EnumeratorFacts[],
): Promise<void> => {
  const stored = new Map((await selectStored(tx, { ids })).map((row) => [row.response_id, toFacts(row)]))
  const after = new Map(current.map((facts) => [facts.response_id, facts]))
  const changed = ids.filter((id) => !isDeepStrictEqual(stored.get(id), after.get(id)))
  if (changed.length === 0) return
  const removed = changed.flatMap((id) => stored.get(id) ?? [])
  const added = changed.flatMap((id) => after.get(id) ?? [])
  if (removed.length > 0) await removeStored(tx, { ids: changed })
  if (added.length > 0) await insertFacts(tx, { rows: JSON.stringify(added) })
  await updateDays(tx, [...removed, ...added])
  await addValues(tx, {
    changes: JSON.stringify([
      ...removed.map((facts) => ({ ...facts, sign: -1 })),
      ...added.map((facts) => ({ ...facts, sign: 1 })),
    ]),
  })
  const surveyIds = [...new Set([...removed, ...added].map(({ survey_id: id }) => id))].toSorted()
  if (removed.length > 0) await removeEmptyValues(tx, { keys: JSON.stringify(removed.flatMap(valueKeys)) })
  await markStale(tx, { surveyIds })
}
