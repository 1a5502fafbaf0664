import type { CurrentUser } from '@baseline/contract/auth/contract.ts'
import { can } from '@baseline/contract/permissions.ts'

import type { Feature, MenuItem } from '#platform/feature.ts'
import { homePath } from '#platform/navigation.ts'

/** Returns the items that the user may open. spec §2 */
export const menuFor = (user: Pick<CurrentUser, 'roles'>, features: readonly Feature[]): MenuItem[] =>
  features
    .flatMap(({ menu }) => (menu ? [menu] : []))
    .filter(({ permission }) => !permission || can(user, permission))

/** Selects the dashboard only on an exact match of a path, other items also on sub-paths. spec §2 */
export const isSelected = (item: Pick<MenuItem, 'path' | 'otherPath'>, pathname: string): boolean =>
  pathname === item.path ||
  pathname === item.otherPath ||
  (item.path !== homePath && pathname.startsWith(`${item.path}/`))
