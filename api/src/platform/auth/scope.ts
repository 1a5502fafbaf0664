import { can } from '@baseline/contract/permissions.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { all, any } from '../database/list.ts'

/** Responses that match every list. An empty list matches nothing. */
interface ScopePart {
  /** Ids of surveys. */
  surveys?: readonly string[]
  /** Names of districts, in any case and with or without accents. */
  districts?: readonly string[]
  /** Ids of user details: the enumerators and supervisors of a team. */
  staff?: readonly string[]
  people?: readonly ScopePerson[]
}

/** A user who sent the response, whose address it names as the enumerator's, or whose user details are. */
interface ScopePerson {
  userId: string
  email: string
  /** Absent if the user is not linked to user details. */
  userDetailsId?: string
}

/** The responses that a user may read: all, or those in at least one part. Without a part, none. */
export type Scope = 'all' | readonly ScopePart[]

/** Gives a user one survey or all, and of it some districts, the own team, or everything. */
export interface Membership {
  surveyId: string | null
  districts: readonly string[] | null
  ownTeam: boolean
}

/** The data that determine the scope of a user. */
export interface ScopeOwner {
  userId: string | undefined
  email: string
  roles: readonly Role[]
  memberships: readonly Membership[]
  /** The user details that a manager linked to the user. */
  userDetailsId: string | null
  /** Ids of the user's own user details and of everyone below them. */
  team: readonly string[]
}

/** Computes the scope of a user. Tests of the server may replace it. */
export type ScopeOf = (owner: ScopeOwner) => Scope

/** Combines the memberships that differ only in the survey into one part. */
const partsOf = ({ memberships, team }: ScopeOwner): ScopePart[] => {
  const parts = new Map<string, { surveys: string[] | undefined; limit: ScopePart }>()
  for (const { surveyId, districts, ownTeam } of memberships) {
    const limit: ScopePart = { ...(districts && { districts }), ...(ownTeam && { staff: team }) }
    const key = JSON.stringify(limit)
    const part = parts.get(key)
    const isOfAllSurveys = surveyId === null || (part && part.surveys === undefined)
    parts.set(key, { limit, surveys: isOfAllSurveys ? undefined : [...(part?.surveys ?? []), surveyId] })
  }
  return [...parts.values()].map(({ surveys, limit }) => ({ ...(surveys && { surveys }), ...limit }))
}

const isUnlimited = (part: ScopePart): boolean => Object.keys(part).length === 0

/**
 * Managers read all responses, because they assign the memberships. Other users who may read responses, or
 * the figures of all users, read all of them until a manager gives them a membership. Enumerators see only
 * their own figures. spec §1
 */
export const scopeOf: ScopeOf = (owner) => {
  const { userId, email, roles, memberships, userDetailsId } = owner
  if (can({ roles }, 'iamEdit')) return 'all'
  if (can({ roles }, 'surveyResponsesRead') || can({ roles }, 'dashboardReadAll')) {
    const parts = partsOf(owner)
    return memberships.length === 0 || parts.some(isUnlimited) ? 'all' : parts
  }
  if (userId === undefined) return []
  return [{ people: [{ userId, email, ...(userDetailsId !== null && { userDetailsId }) }] }]
}

/** Returns the people of a scope that is one team in all surveys; undefined for any other scope. */
export const findTeam = (scope: Scope): readonly string[] | undefined => {
  if (scope === 'all' || scope.length !== 1) return undefined
  const [{ staff, ...otherLimits } = {}] = scope
  return staff?.length && Object.keys(otherLimits).length === 0 ? [...new Set(staff)] : undefined
}

/** The columns of a table that a scope limits. */
export interface ScopeColumns {
  survey: string
  /** Holds the folded name of the district. */
  district?: string
  staff?: { enumerator: string; supervisor: string }
  person?: { userId: string; email: string; enumerator: string }
}

const coversPart = ({ district, staff, person }: ScopeColumns, part: ScopePart): boolean =>
  (!part.districts || district !== undefined) &&
  (!part.staff || staff !== undefined) &&
  (!part.people || person !== undefined)

/** Whether the table has every column that the scope needs. */
export const covers = (columns: ScopeColumns, scope: Scope): boolean =>
  scope === 'all' || scope.every((part) => coversPart(columns, part))

/** A single value uses `=`, so that an index on the column also provides an order. */
const isOneOf = (column: string, values: readonly string[]): RawBuilder<boolean> =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${values})`

const isOneOfFolded = (column: string, values: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql`folded(${value})`))})`

const isOfPeople = (
  columns: NonNullable<ScopeColumns['person']>,
  people: readonly ScopePerson[],
): RawBuilder<boolean> => {
  const linked = people.flatMap(({ userDetailsId }) => userDetailsId ?? [])
  return any(
    isOneOf(
      columns.userId,
      people.map(({ userId }) => userId),
    ),
    isOneOf(
      columns.email,
      people.map(({ email }) => email),
    ),
    linked.length > 0 ? isOneOf(columns.enumerator, linked) : undefined,
  )
}

const partCondition = (
  { survey, district, staff, person }: ScopeColumns,
  part: ScopePart,
): RawBuilder<boolean> => {
  const { surveys, districts, people } = part
  if ([surveys, districts, part.staff, people].some((list) => list?.length === 0)) return sql<boolean>`false`
  const terms = [
    ...(surveys ? [isOneOf(survey, surveys)] : []),
    ...(districts && district !== undefined ? [isOneOfFolded(district, districts)] : []),
    ...(part.staff && staff
      ? [any(isOneOf(staff.enumerator, part.staff), isOneOf(staff.supervisor, part.staff))]
      : []),
    ...(people && person ? [isOfPeople(person, people)] : []),
  ]
  const [first] = terms
  return first && terms.length === 1 ? first : all(...terms)
}

/**
 * Returns the condition on the rows of a table, or undefined if every row is in the scope. Throws if the
 * table lacks a column: without it, the rows of others would be included.
 */
export const scopeCondition = (columns: ScopeColumns, scope: Scope): RawBuilder<boolean> | undefined => {
  if (scope === 'all') return undefined
  if (!covers(columns, scope)) throw new Error('the table lacks a column of the scope')
  const conditions = scope.map((part) => partCondition(columns, part))
  if (conditions.length === 0) return sql<boolean>`false`
  return conditions.length === 1 ? conditions[0] : any(...conditions)
}
