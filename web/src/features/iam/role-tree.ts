import type { RoleChoice, RoleWithUsers } from '@baseline/contract/iam/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'

type RoleUser = RoleWithUsers['users'][number]

/** A row of the tree: a role (null: no role), a person under it, or the link to the people not shown yet. */
export interface TreeRow {
  key: string
  role: Role | null
  /** How many people a role has, shown or not. */
  count?: number
  user?: RoleUser
  /** How many of them are shown so far. */
  shown?: number
  children?: TreeRow[]
}

/** More at once are slow to draw and nothing to read; whoever looks for one person searches in the users. */
export const rowsAtOnce = 50

export const choiceOf = (role: Role | null): RoleChoice => role ?? 'none'

const roleKey = (role: Role | null) => `role:${choiceOf(role)}`
/** One person appears under each of their roles. */
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

/** The people selected under each role, as the calls take them: one role at a time. */
export const selectedOf = (roles: readonly RoleWithUsers[], keys: ReadonlySet<string>): SelectedRole[] =>
  roles
    .flatMap(({ role, users }) => (role === null ? [] : [{ role, users }]))
    .map(({ role, users }) => ({ role, users: users.filter((user) => keys.has(personKey(role, user))) }))
    .filter(({ users }) => users.length > 0)

/** The people under a role who can be selected; people without a role have nothing to revoke. */
const peopleKeys = ({ role, users }: RoleWithUsers, locked: string): string[] =>
  role === null ? [] : users.map((user) => personKey(role, user)).filter((key) => key !== locked)

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
