import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { scopeCondition } from '#platform/auth/scope.ts'
import type { Scope } from '#platform/auth/scope.ts'
import { all } from '#platform/database/list.ts'
import { canAnswer, inScope as inUserScope } from '#platform/database/scoped-tables.ts'

/** Selects the responses that the figures count. */
export interface DashboardScope {
  /** One survey; undefined for all surveys. */
  surveyId: string | undefined
  /** Days of `surveyDate`, both inclusive and optional. Without a range, responses without a date count. */
  range: { from: string | undefined; to: string | undefined } | undefined
  /** The responses that the caller may read. */
  allowed: Scope
  /** Whether the caller may see draft surveys. */
  seesDrafts: boolean
}

const rollups = ['response_counts', 'response_days', 'response_durations', 'survey_totals'] as const

/**
 * Whether the figures are counted from the responses, because the rollups cannot be limited to the scope of
 * the caller. All figures come from one source, so that they are consistent.
 */
export const readsResponses = ({ allowed }: DashboardScope): boolean =>
  rollups.some((table) => !canAnswer(table, allowed))

/** The condition on table `surveys`: surveys with responses that the caller may read; undefined for all. */
export const isAllowedSurvey = ({ allowed }: DashboardScope): RawBuilder<boolean> | undefined => {
  const columns = { survey: 'surveys.id' }
  if (typeof allowed === 'string') return scopeCondition(columns, allowed)
  return allowed.surveys && scopeCondition(columns, { surveys: allowed.surveys })
}

/** The condition on table `surveys`. */
export const isVisibleSurvey = (scope: DashboardScope): RawBuilder<boolean> => {
  const isReleased = scope.seesDrafts ? sql<boolean>`true` : sql<boolean>`surveys.status <> 'draft'`
  const isAllowed = isAllowedSurvey(scope)
  return isAllowed ? all(isReleased, isAllowed) : isReleased
}

/** The condition on a rollup. */
export const inSurvey = ({ surveyId, allowed }: DashboardScope): RawBuilder<boolean> => {
  const limit = inUserScope('response_counts', allowed)
  return limit ? all(ofSurvey(surveyId), limit) : ofSurvey(surveyId)
}

const ofSurvey = (surveyId: string | undefined): RawBuilder<boolean> =>
  surveyId === undefined ? sql<boolean>`true` : sql<boolean>`survey_id = ${surveyId}`

/** `column` is a date, or a date as text. */
export const inRange = ({ range }: DashboardScope, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  all(
    range?.from === undefined ? undefined : sql<boolean>`${column} >= ${range.from}`,
    range?.to === undefined ? undefined : sql<boolean>`${column} <= ${range.to}`,
    // A range that is open at both ends still excludes responses without a date.
    range ? sql<boolean>`${column} is not null` : undefined,
  )

/** The condition on table `survey_responses`. */
export const inScope = (scope: DashboardScope): RawBuilder<boolean> =>
  all(
    ofSurvey(scope.surveyId),
    inUserScope('survey_responses', scope.allowed) ?? sql<boolean>`true`,
    inRange(scope, sql`survey_date`),
  )
