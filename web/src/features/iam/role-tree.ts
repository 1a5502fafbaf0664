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
  shownCount?: number
  children?: TreeRow[]
}

/**
 * Number of users shown per step. More rows are slow to render, and users can be searched in the users mode.
 */
export const rowsPerStep = 50

export const choiceOf = (role: Role | null): RoleChoice => role ?? 'none'

const roleKey = (role: Role | null) => `role:${choiceOf(role)}`
/** The key contains the role, because a user appears under each of their roles. */
export const personKey = (role: Role | null, { id }: { id: string }) => `${choiceOf(role)}:${id}`

export const treeOf = (
  roles: readonly RoleWithUsers[],
  shownCounts: Partial<Record<RoleChoice, number>> = {},
): TreeRow[] =>
  roles.map(({ role, users }) => {
    const limit = shownCounts[choiceOf(role)] ?? rowsPerStep
    const userKeys = users
      .slice(0, limit)
      .map((user): TreeRow => ({ key: personKey(role, user), role, user }))
    const moreRow: TreeRow = { key: `more:${choiceOf(role)}`, role, count: users.length, shownCount: limit }
    return {
      key: roleKey(role),
      role,
      count: users.length,
      ...(userKeys.length > 0 && { children: users.length > limit ? [...userKeys, moreRow] : userKeys }),
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
const peopleKeys = ({ role, users }: RoleWithUsers, lockedKey: string): string[] =>
  role === null ? [] : users.map((user) => personKey(role, user)).filter((key) => key !== lockedKey)

/**
 * Returns the state of the boxes. A role is ticked if all its users are selected, including users who are not
 * shown, and half ticked if some are.
 */
export const boxesOf = (
  roles: readonly RoleWithUsers[],
  keys: ReadonlySet<string>,
  lockedKey: string,
): { ticked: string[]; partlyTicked: Set<string> } => {
  const roleStates = roles.map((role) => {
    const userKeys = peopleKeys(role, lockedKey)
    const selectedCount = userKeys.filter((key) => keys.has(key)).length
    return {
      key: roleKey(role.role),
      isTicked: selectedCount > 0 && selectedCount === userKeys.length,
      hasTicked: selectedCount > 0,
    }
  })
  return {
    ticked: [...keys, ...roleStates.filter(({ isTicked }) => isTicked).map(({ key }) => key)],
    partlyTicked: new Set(
      roleStates.filter(({ isTicked, hasTicked }) => hasTicked && !isTicked).map(({ key }) => key),
    ),
  }
}

/** Returns the selection after a change of the boxes. The box of a role selects all its users. */
export const selectionAfter = (
  roles: readonly RoleWithUsers[],
  keys: ReadonlySet<string>,
  ticked: readonly string[],
  lockedKey: string,
): Set<string> => {
  const tickedNow = new Set(ticked)
  const tickedBefore = new Set(boxesOf(roles, keys, lockedKey).ticked)
  const userKeys = (key: string): string[] => {
    const role = roles.find((one) => roleKey(one.role) === key)
    return role ? peopleKeys(role, lockedKey) : [key]
  }
  const removedKeys = new Set([...tickedBefore].filter((key) => !tickedNow.has(key)).flatMap(userKeys))
  const addedKeys = [...tickedNow].filter((key) => !tickedBefore.has(key)).flatMap(userKeys)
  return new Set([...[...keys].filter((key) => !removedKeys.has(key)), ...addedKeys])
}
