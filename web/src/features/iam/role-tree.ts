import type { RoleWithUsers } from '@baseline/contract/iam/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'

type RoleUser = RoleWithUsers['users'][number]

/** A row of the tree: a role, or a person under it; one person stands under each of their roles. */
export interface TreeRow {
  key: string
  role: Role
  user?: RoleUser
  children?: TreeRow[]
}

export const treeOf = (roles: readonly RoleWithUsers[]): TreeRow[] =>
  roles.map(({ role, users }) => ({
    key: `role:${role}`,
    role,
    ...(users.length > 0 && {
      children: users.map((user) => ({ key: `${role}:${user.id}`, role, user })),
    }),
  }))

/** The people selected under each role, which is what the calls take one by one. */
export const selectedOf = (roles: readonly RoleWithUsers[], keys: readonly string[]): RoleWithUsers[] =>
  roles
    .map(({ role, users }) => ({ role, users: users.filter(({ id }) => keys.includes(`${role}:${id}`)) }))
    .filter(({ users }) => users.length > 0)
