import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { all } from '#platform/database/list.ts'

/** Selects the responses that the figures count. */
export interface DashboardScope {
  /** One survey; undefined for all surveys. */
  surveyId: string | undefined
  /** Days of `surveyDate`, both inclusive and optional. Without a range, responses without a date count. */
  range: { from: string | undefined; to: string | undefined } | undefined
  /** The user whose responses count; undefined for all users. */
  owner: { userId: string; email: string } | undefined
  /** Whether the caller may see draft surveys. */
  seesDrafts: boolean
}

/** The condition on table `surveys`. */
export const isVisibleSurvey = ({ seesDrafts }: DashboardScope): RawBuilder<boolean> =>
  seesDrafts ? sql<boolean>`true` : sql<boolean>`surveys.status <> 'draft'`

export const inSurvey = ({ surveyId }: DashboardScope): RawBuilder<boolean> =>
  surveyId === undefined ? sql<boolean>`true` : sql<boolean>`survey_id = ${surveyId}`

/** `column` is a date, or a date as text. */
export const inRange = ({ range }: DashboardScope, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  all(
    range?.from === undefined ? undefined : sql<boolean>`${column} >= ${range.from}`,
    range?.to === undefined ? undefined : sql<boolean>`${column} <= ${range.to}`,
    // A range that is open at both ends still excludes responses without a date.
    range ? sql<boolean>`${column} is not null` : undefined,
  )

const byOwner = ({ owner }: DashboardScope): RawBuilder<boolean> =>
  owner
    ? sql<boolean>`(user_id = ${owner.userId} or investigator_email = ${owner.email})`
    : sql<boolean>`true`

/** The condition on table `survey_responses`. */
export const inScope = (scope: DashboardScope): RawBuilder<boolean> =>
  all(inSurvey(scope), byOwner(scope), inRange(scope, sql`survey_date`))
