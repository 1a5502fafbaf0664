import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { covers, scopeCondition } from '../auth/scope.ts'
import type { Scope, ScopeColumns } from '../auth/scope.ts'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'

type ColumnsOf<Table extends keyof Schema> = ScopeColumns & {
  survey: keyof Schema[Table]
  district?: keyof Schema[Table]
  staff?: { enumerator: keyof Schema[Table]; supervisor: keyof Schema[Table] }
  person?: { userId: keyof Schema[Table]; email: keyof Schema[Table]; enumerator: keyof Schema[Table] }
}

const bySurvey = { survey: 'survey_id' } as const
const bySurveyAndDistrict = { survey: 'survey_id', district: 'district' } as const

/** The tables with responses or counts of responses, and their columns that a scope limits. */
const scopedTables = {
  survey_responses: {
    survey: 'survey_id',
    district: 'district_name_folded',
    staff: { enumerator: 'investigator_id', supervisor: 'supervisor_id' },
    person: { userId: 'user_id', email: 'investigator_email', enumerator: 'investigator_id' },
  },
  review_queue: {
    survey: 'survey_id',
    district: 'district',
    staff: { enumerator: 'investigator_id', supervisor: 'supervisor_id' },
  },
  survey_totals: bySurvey,
  response_counts: bySurvey,
  response_counts_live: bySurvey,
  response_days: bySurvey,
  response_deltas: bySurvey,
  response_durations: bySurvey,
  response_enumerators_live: bySurvey,
  enumerator_days: bySurveyAndDistrict,
  enumerator_values: bySurveyAndDistrict,
  response_cells: bySurveyAndDistrict,
  response_flag_counts_live: bySurvey,
  response_localities: bySurveyAndDistrict,
  response_places_live: bySurveyAndDistrict,
} as const satisfies { [Table in keyof Schema]?: ColumnsOf<Table> }
export type ScopedTable = keyof typeof scopedTables

/** Whether the table can be limited to the scope. If not, read `survey_responses`, which can to any scope. */
export const canAnswer = (table: ScopedTable, scope: Scope): boolean => covers(scopedTables[table], scope)

/** Returns the condition on the rows of a table, or undefined if the scope is all responses. */
export const inScope = (table: ScopedTable, scope: Scope): RawBuilder<boolean> | undefined =>
  scopeCondition(scopedTables[table], scope)

/**
 * Returns the conditions of a team's responses: responses of its enumerators, and other responses of its
 * supervisors. No response meets both, and each has an index. `member`: the compared person, or `any()` of
 * the team.
 */
export const teamConditions = (
  member: RawBuilder<unknown>,
  team: readonly string[],
): RawBuilder<boolean>[] => [
  sql<boolean>`investigator_id = ${member}`,
  sql<boolean>`supervisor_id = ${member} and (investigator_id is null or investigator_id <> all(${team}))`,
]

/** Starts a query on the responses in the scope. */
export const selectResponses = (db: Db, scope: Scope) =>
  db.selectFrom('survey_responses').where(inScope('survey_responses', scope) ?? sql<boolean>`true`)
