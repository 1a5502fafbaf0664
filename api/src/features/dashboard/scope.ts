import type { Role } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { scopeCondition } from '#platform/auth/scope.ts'
import type { Scope } from '#platform/auth/scope.ts'
import { all } from '#platform/database/list.ts'
import { canAnswer, inScope } from '#platform/database/scoped-tables.ts'
import { isVisibleSurvey } from '#platform/database/visible-surveys.ts'

/** Selects the responses that the figures count. */
export interface DashboardScope {
  /** One survey; undefined for all surveys. */
  surveyId: string | undefined
  /** Days of `surveyDate`, both inclusive and optional. Without a range, responses without a date count. */
  range: { from: string | undefined; to: string | undefined } | undefined
  /** The responses that the caller may read. */
  allowed: Scope
  /** The caller, whose roles say which surveys are visible. */
  user: { roles: readonly Role[] }
}

const rollups = ['response_counts', 'response_days', 'response_durations', 'survey_totals'] as const

/**
 * Whether the figures are counted from the responses, because the rollups cannot be limited to the scope of
 * the caller. All figures come from one source, so that they are consistent.
 */
export const readsResponses = ({ allowed }: DashboardScope): boolean =>
  rollups.some((table) => !canAnswer(table, allowed))

/** Condition on table `surveys`: those with responses that the caller may read; undefined for all. */
export const allowedSurveyCondition = ({ allowed }: DashboardScope): RawBuilder<boolean> | undefined => {
  if (allowed === 'all' || allowed.some(({ surveys }) => !surveys)) return undefined
  return scopeCondition(
    { survey: 'surveys.id' },
    allowed.map(({ surveys = [] }) => ({ surveys })),
  )
}

/** Returns the condition for surveys that the caller may read. Excludes drafts the caller may not see. */
export const visibleSurveyCondition = (scope: DashboardScope): RawBuilder<boolean> => {
  const released = isVisibleSurvey(scope.user)
  const allowed = allowedSurveyCondition(scope)
  return allowed ? all(released, allowed) : released
}

/** Condition on a rollup: the survey and what the caller may read, without the date range. */
export const rollupCondition = ({ surveyId, allowed }: DashboardScope): RawBuilder<boolean> => {
  const condition = inScope('response_counts', allowed)
  return condition ? all(ofSurvey(surveyId), condition) : ofSurvey(surveyId)
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

/** Condition on table `survey_responses`: the survey, what the caller may read and the date range. */
export const responseCondition = (scope: DashboardScope): RawBuilder<boolean> =>
  all(
    ofSurvey(scope.surveyId),
    inScope('survey_responses', scope.allowed) ?? sql<boolean>`true`,
    inRange(scope, sql`survey_date`),
  )
