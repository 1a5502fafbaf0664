import { can } from '@baseline/contract/permissions.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { all } from '../database/list.ts'

/**
 * The responses that a user may read: all, none, or those that match every list. An empty list matches
 * nothing.
 */
export type Scope =
  | 'all'
  | 'none'
  | {
      /** Ids of surveys. */
      surveys?: readonly string[]
      /** Names of districts, in any case and with or without accents. */
      districts?: readonly string[]
      /** Users who sent the response, or whose address it names as the enumerator's. */
      people?: readonly { userId: string; email: string }[]
    }

/** Computes the scope of a user. Tests of the server may replace it. */
export type ScopeOf = (user: { userId: string | undefined; email: string; roles: readonly Role[] }) => Scope

/** Users who may neither read responses nor see the figures of all users see only their own figures. spec §1 */
export const scopeOf: ScopeOf = ({ userId, email, roles }) => {
  if (can({ roles }, 'surveyResponsesRead') || can({ roles }, 'dashboardReadAll')) return 'all'
  return userId === undefined ? 'none' : { people: [{ userId, email }] }
}

/** The columns of a table that a scope limits. */
export interface ScopeColumns {
  survey: string
  /** Holds the folded name of the district. */
  district?: string
  person?: { userId: string; email: string }
}

/** Whether the table has every column that the scope needs. */
export const covers = ({ district, person }: ScopeColumns, scope: Scope): boolean =>
  typeof scope === 'string' ||
  ((!scope.districts || district !== undefined) && (!scope.people || person !== undefined))

/** A single value uses `=`, so that an index on the column also provides an order. */
const isOneOf = (column: string, values: readonly string[]): RawBuilder<boolean> =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${values})`

const isOneOfFolded = (column: string, values: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql`folded(${value})`))})`

/**
 * Returns the condition on the rows of a table, or undefined if every row is in the scope. Throws if the
 * table lacks a column: without it, the rows of others would be included.
 */
export const scopeCondition = (columns: ScopeColumns, scope: Scope): RawBuilder<boolean> | undefined => {
  if (scope === 'all') return undefined
  if (!covers(columns, scope)) throw new Error('the table lacks a column of the scope')
  if (scope === 'none') return sql<boolean>`false`
  const { surveys, districts, people } = scope
  if ([surveys, districts, people].some((list) => list?.length === 0)) return sql<boolean>`false`
  const { survey, district, person } = columns
  const terms = [
    ...(surveys ? [isOneOf(survey, surveys)] : []),
    ...(districts && district !== undefined ? [isOneOfFolded(district, districts)] : []),
    ...(people && person
      ? [
          sql<boolean>`(${isOneOf(
            person.userId,
            people.map(({ userId }) => userId),
          )} or ${isOneOf(
            person.email,
            people.map(({ email }) => email),
          )})`,
        ]
      : []),
  ]
  return terms.length === 1 ? terms[0] : all(...terms)
}
