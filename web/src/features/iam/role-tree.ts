import type { RoleWithUsers } from '@baseline/contract/iam/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'

type RoleUser = RoleWithUsers['users'][number]

/** A row of the tree: a role, a person under it, or the way to those not shown yet. */
export interface TreeRow {
  key: string
  role: Role
  /** How many people a role has, shown or not. */
  count?: number
  user?: RoleUser
  /** How many of them are shown so far. */
  shown?: number
  children?: TreeRow[]
}

/** More at once are slow to draw and nothing to read; whoever looks for one person searches in the users. */
export const rowsAtOnce = 50

const roleKey = (role: Role) => `role:${role}`
/** One person stands under each of their roles. */
export const personKey = (role: Role, { id }: { id: string }) => `${role}:${id}`

export const treeOf = (
  roles: readonly RoleWithUsers[],
  shown: Partial<Record<Role, number>> = {},
): TreeRow[] =>
  roles.map(({ role, users }) => {
    const limit = shown[role] ?? rowsAtOnce
    const people = users.slice(0, limit).map((user): TreeRow => ({ key: personKey(role, user), role, user }))
    const more: TreeRow = { key: `more:${role}`, role, count: users.length, shown: limit }
    return {
      key: roleKey(role),
      role,
      count: users.length,
      ...(people.length > 0 && { children: users.length > limit ? [...people, more] : people }),
    }
  })

/** The people selected under each role, which is what the calls take one by one. */
export const selectedOf = (
  roles: readonly RoleWithUsers[],
  keys: ReadonlySet<string>,
): readonly RoleWithUsers[] =>
  roles
    .map(({ role, users }) => ({ role, users: users.filter((user) => keys.has(personKey(role, user))) }))
    .filter(({ users }) => users.length > 0)

/** Everybody under a role who can be selected. */
const peopleKeys = ({ role, users }: RoleWithUsers, locked: string): string[] =>
  users.map((user) => personKey(role, user)).filter((key) => key !== locked)

/** What the boxes show: a role is ticked with all of its people, those not shown too, and half ticked with some. */
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

/** Whom a change of the boxes selects: the box of a role stands for all of its people. */
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
