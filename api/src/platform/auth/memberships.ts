import type { Role } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Schema } from '../database/schema.ts'
import type { Membership, ScopeOwner } from './scope.ts'

export const selectRoles = (eb: ExpressionBuilder<Schema, 'users'>) =>
  jsonArrayFrom(
    eb.selectFrom('user_roles').select('role').whereRef('user_id', '=', 'users.id').orderBy('role'),
  ).as('roles')

export const selectMemberships = (eb: ExpressionBuilder<Schema, 'users'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('memberships')
      .select(['survey_id as surveyId', 'districts', 'own_team as ownTeam'])
      .whereRef('user_id', '=', 'users.id')
      .orderBy('id'),
  ).as('memberships')

/** Selects the data that determine the scope of a user. Reads the team only if a membership needs it. */
export const selectScopeOwner = (eb: ExpressionBuilder<Schema, 'users'>) =>
  [
    selectRoles(eb),
    selectMemberships(eb),
    'users.user_details_id',
    sql<string[] | null>`case when exists (select from memberships where user_id = users.id and own_team)
      then team_of(users.user_details_id) end`.as('team'),
  ] as const

export interface ScopeOwnerRow {
  roles: { role: Role }[]
  memberships: Membership[]
  user_details_id: string | null
  team: string[] | null
}

type OwnerOfRoles = Pick<ScopeOwner, 'roles' | 'memberships' | 'userDetailsId' | 'team'>

export const ownerWithoutRoles: OwnerOfRoles = { roles: [], memberships: [], userDetailsId: null, team: [] }

export const toScopeOwner = ({
  roles,
  memberships,
  user_details_id: userDetailsId,
  team,
}: ScopeOwnerRow): OwnerOfRoles => ({
  roles: roles.map(({ role }) => role),
  memberships,
  userDetailsId,
  team: team ?? [],
})
