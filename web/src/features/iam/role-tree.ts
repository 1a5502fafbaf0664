import type { RoleChoice, RoleWithUsers } from '@baseline/contract/iam/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'

type RoleUser = RoleWithUsers['users'][number]

/** A row of the tree: a role (null: no role), a user in it, or the link to users who are not shown yet. */
export interface TreeRow {
  key: string
  role: Role | null
  /** Number of users of the role, shown or not. */
  count?: number
  user?: RoleUser
  /** Number of users shown so far. */
  shown?: number
  children?: TreeRow[]
}

/**
 * Number of users shown per step. More rows are slow to render, and users can be searched in the users mode.
 */
export const rowsAtOnce = 50

export const choiceOf = (role: Role | null): RoleChoice => role ?? 'none'

const roleKey = (role: Role | null) => `role:${choiceOf(role)}`
/** The key contains the role, because a user appears under each of their roles. */
export const personKey = (role: Role | null, { id }: { id: string }) => `${choiceOf(role)}:${id}`

export const treeOf = (
  roles: readonly RoleWithUsers[],
  shown: Partial<Record<RoleChoice, number>> = {},
): TreeRow[] =>
  roles.map(({ role, users }) => {
    const limit = shown[choiceOf(role)] ?? rowsAtOnce
    const people = users.slice(0, limit).map((user): TreeRow => ({ key: personKey(role, user), role, user }))
    const more: TreeRow = { key: `more:${choiceOf(role)}`, role, count: users.length, shown: limit }
    return {
      key: roleKey(role),
      role,
      count: users.length,
      ...(people.length > 0 && { children: users.length > limit ? [...people, more] : people }),
    }
  })

export interface SelectedRole {
  role: Role
  users: RoleUser[]
}

/** Returns the selected users per role, because the API revokes one role per call. */
export const selectedOf = (roles: readonly RoleWithUsers[], keys: ReadonlySet<string>): SelectedRole[] =>
  roles
    .flatMap(({ role, users }) => (role === null ? [] : [{ role, users }]))
    .map(({ role, users }) => ({ role, users: users.filter((user) => keys.has(personKey(role, user))) }))
    .filter(({ users }) => users.length > 0)

/** Returns the keys of the users who can be selected. Users without a role have nothing to revoke. */
const peopleKeys = ({ role, users }: RoleWithUsers, locked: string): string[] =>
  role === null ? [] : users.map((user) => personKey(role, user)).filter((key) => key !== locked)

/**
 * Returns the state of the boxes. A role is ticked if all its users are selected, including users who are not
 * shown, and half ticked if some are.
 */
export const boxesOf = (
  roles: readonly RoleWithUsers[],
  keys: ReadonlySet<string>,
  locked: string,
): { ticked: string[]; half: Set<string> } => {
  const counted = roles.map((one) => {
    const people = peopleKeys(one, locked)
    const chosen = people.filter((key) => keys.has(key)).length
    return { key: roleKey(one.role), isAll: chosen > 0 && chosen === people.length, isSome: chosen > 0 }
  })
  return {
    ticked: [...keys, ...counted.filter(({ isAll }) => isAll).map(({ key }) => key)],
    half: new Set(counted.filter(({ isAll, isSome }) => isSome && !isAll).map(({ key }) => key)),
  }
}

/** Returns the selection after a change of the boxes. The box of a role selects all its users. */
export const selectionAfter = (
  roles: readonly RoleWithUsers[],
  keys: ReadonlySet<string>,
  ticked: readonly string[],
  locked: string,
): Set<string> => {
  const now = new Set(ticked)
  const before = new Set(boxesOf(roles, keys, locked).ticked)
  const people = (key: string): string[] => {
    const role = roles.find((one) => roleKey(one.role) === key)
    return role ? peopleKeys(role, locked) : [key]
  }
  const gone = new Set([...before].filter((key) => !now.has(key)).flatMap(people))
  const come = [...now].filter((key) => !before.has(key)).flatMap(people)
  return new Set([...[...keys].filter((key) => !gone.has(key)), ...come])
}
