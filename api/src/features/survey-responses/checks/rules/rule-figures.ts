import type { RuleId } from '@baseline/contract/checks/rules.ts'
import { sql } from 'kysely'

import type { Scope } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { inScope } from '#platform/database/scoped-tables.ts'
import { limits } from '#platform/limits.ts'

import type { RuleRow } from './rule-rows.ts'

const shownDays = 14
/** Decisions that make the precision: the latest ones, because rules, forms and people change. */
const latestDecisions = 1_000

/** Figures of the flags of a rule. */
export interface RuleFigures {
  open: { count: number; isMore: boolean }
  days: number[]
  decided: { confirmed: number; waived: number }
  isRechecking: boolean
}

interface FiguresRow {
  rule: string
  open: number
  confirmed: number
  waived: number
  days: number[]
  isRechecking: boolean
}

/** Returns the condition that limits flags to responses that the reader may see. */
const isVisible = (surveyId: string, scope: Scope) => {
  const condition = inScope('survey_responses', scope)
  return condition
    ? sql`and f.response_id in (select id from survey_responses where survey_id = ${surveyId} and ${condition})`
    : sql``
}

/**
 * Counts the flags of rules. Each part reads one index and a bounded number of its entries, because a survey can
 * have a million flags.
 */
export const findFigures = async (
  { db, scope }: { db: Db; scope: Scope },
  surveyId: string,
  rules: readonly Pick<RuleRow, 'rule' | 'active_since'>[],
): Promise<ReadonlyMap<RuleId, RuleFigures>> => {
  const visible = isVisible(surveyId, scope)
  const names = rules.map(({ rule }) => rule)
  const since = rules.map(({ active_since: at }) => at)
  const { rows } = await sql<FiguresRow>`
    with new_flags as (
      select f.rule, floor(extract(epoch from now() - f.detected_at) / 86400)::int as age, count(*)::int as count
      from response_flags f
      where f.survey_id = ${surveyId} and f.detected_at > now() - make_interval(days => ${shownDays})
        and f.rule = any(${names}::text[]) ${visible}
      group by f.rule, age)
    select named.rule, opened.count as open, decided.confirmed, decided.waived, array(
        select coalesce(sum(new_flags.count), 0)::int
        from generate_series(${shownDays} - 1, 0, -1) as day
        left join new_flags on new_flags.rule = named.rule and new_flags.age = day
        group by day order by day desc) as days,
      exists (select from check_rechecks again
        where again.survey_id = ${surveyId} and again.rule = named.rule) as "isRechecking"
    from unnest(${names}::text[], ${since}::timestamptz[]) as named (rule, since),
      lateral (
        select count(*)::int from (
          select from response_flags f
          where f.survey_id = ${surveyId} and f.rule = named.rule and f.state = 'open' ${visible}
          limit ${limits.countedRows + 1}) found) as opened,
      lateral (
        select (count(*) filter (where reason is null))::int as confirmed,
          (count(*) filter (where reason is not null))::int as waived
        from (
          select f.reason from response_flags f
          where f.survey_id = ${surveyId} and f.rule = named.rule and f.decided_at is not null
            and f.decided_at >= coalesce(named.since, '-infinity') ${visible}
          order by f.decided_at desc limit ${latestDecisions}) latest) as decided`.execute(db)
  return new Map(
    names.flatMap((rule) => {
      const row = rows.find((one) => one.rule === rule)
      if (!row) return []
      const { open, confirmed, waived, days, isRechecking } = row
      return [
        [
          rule,
          {
            open: { count: Math.min(open, limits.countedRows), isMore: open > limits.countedRows },
            days,
            decided: { confirmed, waived },
            isRechecking,
          },
        ] as const,
      ]
    }),
  )
}
