import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { all } from '#platform/database/list.ts'

/** Which responses the figures are of. */
export interface Asked {
  /** One survey; all of them without it. */
  surveyId: string | undefined
  /** Days of `surveyDate`, both included; an end that is left out is open. Without it, also those without a day. */
  range: { from: string | undefined; to: string | undefined } | undefined
  /** Whose: everybody's without it. */
  own: { userId: string; email: string } | undefined
  /** Whether who asks may know of surveys that are still being drawn up. */
  seesDrafts: boolean
}

/** On the surveys themselves. */
export const ofSurveys = ({ seesDrafts }: Asked): RawBuilder<boolean> =>
  seesDrafts ? sql<boolean>`true` : sql<boolean>`surveys.status <> 'draft'`

export const ofSurvey = ({ surveyId }: Asked): RawBuilder<boolean> =>
  surveyId === undefined ? sql<boolean>`true` : sql<boolean>`survey_id = ${surveyId}`

/** `column` is a date, or the text of one. */
export const ofRange = ({ range }: Asked, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  all(
    range?.from === undefined ? undefined : sql<boolean>`${column} >= ${range.from}`,
    range?.to === undefined ? undefined : sql<boolean>`${column} <= ${range.to}`,
    // A range that is open at both ends still means those that have a day.
    range ? sql<boolean>`${column} is not null` : undefined,
  )

const ofOwner = ({ own }: Asked): RawBuilder<boolean> =>
  own ? sql<boolean>`(user_id = ${own.userId} or investigator_email = ${own.email})` : sql<boolean>`true`

/** On the responses themselves. product-decisions: roles and permissions */
export const ofResponses = (asked: Asked): RawBuilder<boolean> =>
  all(ofSurvey(asked), ofOwner(asked), ofRange(asked, sql`survey_date`))
