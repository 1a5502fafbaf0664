import type { CurrentUser } from '@baseline/contract/auth/contract.ts'
import { can } from '@baseline/contract/permissions.ts'

import type { Feature, MenuItem } from '#platform/feature.ts'
import { homePath } from '#platform/navigation.ts'

/** Returns the items that the user may open. spec §2 */
export const menuFor = (user: Pick<CurrentUser, 'roles'>, features: readonly Feature[]): MenuItem[] =>
  features
    .flatMap(({ menu }) => (menu ? [menu] : []))
    .filter(({ permission }) => !permission || can(user, permission))

/** Matches the dashboard only on its exact path, other items also on sub-paths. spec §2 */
const matches = (item: Pick<MenuItem, 'path' | 'otherPath'>, pathname: string): boolean =>
  pathname === item.path ||
  pathname === item.otherPath ||
  (item.path !== homePath && pathname.startsWith(`${item.path}/`))

/** Returns the item of the screen: of several that match, the one with the longest path. spec §2 */
export const selectedItem = <Item extends Pick<MenuItem, 'path' | 'otherPath'>>(
  items: readonly Item[],
  pathname: string,
): Item | undefined =>
  items.filter((item) => matches(item, pathname)).toSorted((a, b) => b.path.length - a.path.length)[0]
