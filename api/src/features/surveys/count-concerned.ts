import type { Concerned } from '@baseline/contract/surveys/upload.ts'
import { sql } from 'kysely'

import type { Scope } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { inScope } from '#platform/database/scoped-tables.ts'
import { limits } from '#platform/limits.ts'

import type { ComparedItem } from './compare-definitions.ts'

interface Options {
  surveyId: string
  /** Questions of the survey: responses with more answers take longer. */
  questionCount: number
  /** The breaking changes. */
  changes: readonly ComparedItem[]
}

/**
 * Counts the responses with an answer that does not fit, for each change and in total. Examines only the newest
 * responses of a large survey, so that the time does not grow with the number of responses.
 */
export const countConcerned = async (
  { db, scope }: { db: Db; scope: Scope },
  { surveyId, questionCount, changes }: Options,
): Promise<{ byChange: Concerned[]; total: Concerned }> => {
  const { examinedResponses, examinedAnswers } = limits.questionnaires
  const examined = Math.min(examinedResponses, Math.ceil(examinedAnswers / Math.max(1, questionCount)))
  const lists = [...new Set(changes.map(({ removedChoices }) => removedChoices))].filter(
    ({ length }) => length > 0,
  )
  const changeRows = changes.map(({ repeat, key, removedChoices }, index) => ({
    index,
    repeat,
    key,
    list: removedChoices.length > 0 ? lists.indexOf(removedChoices) : null,
  }))
  const removedRows = lists.flatMap((values, list) => values.map((value) => ({ list, value })))
  const { rows } = await sql<{ index: number | null; count: number; examined: number }>`
    with changes as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(changeRows)}) as change (index int, repeat text, key text, list int)
    ), removed as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(removedRows)}) as choice (list int, value text)
    ), examined as materialized (
      select id, "values" from survey_responses
      where survey_id = ${surveyId} and ${inScope('survey_responses', scope) ?? sql`true`}
      order by start_time desc nulls last, id desc limit ${examined}
    ), answers as (
      select id, null as repeat, answer.key, answer.value
      from examined, jsonb_each("values") answer
      union all
      select id, repeats.key, answer.key, answer.value
      from examined, (select distinct repeat as key from changes where repeat is not null) repeats,
        jsonb_path_query("values" -> repeats.key, 'lax $[*] ? (@.type() == "object")') line, jsonb_each(line) answer
    ), concerned as (
      select index, list, id, value from changes join answers
        on answers.key = changes.key and answers.repeat is not distinct from changes.repeat
    ), misfits as (
      select index, id from concerned where list is null
      union all
      select index, id from concerned, jsonb_path_query(value, 'lax $[*]') chosen
        join removed on removed.value = chosen #>> '{}'
      where removed.list = concerned.list
    )
    select index, count(distinct id)::int as count, (select count(*)::int from examined) as examined
    from misfits group by rollup (index)`.execute(db)
  const isMinimum = scope !== 'all' || rows.some((row) => row.examined >= examined)
  const counts = new Map(rows.map(({ index, count }) => [index, count]))
  const concernedOf = (index: number | null): Concerned => ({ count: counts.get(index) ?? 0, isMinimum })
  return { byChange: changes.map((_change, index) => concernedOf(index)), total: concernedOf(null) }
}
