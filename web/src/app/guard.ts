import type { CurrentUser } from '@baseline/contract/auth/contract.ts'
import { can } from '@baseline/contract/permissions.ts'

import { paths as auth } from '#features/auth/paths.ts'
import { isSecondFactorOverdue } from '#features/auth/second-factor-deadline.ts'
import type { Screen } from '#platform/feature.ts'
import { homePath } from '#platform/navigation.ts'

import { paths as pages } from './paths.ts'

type GuardedScreen = Pick<Screen, 'access' | 'permission' | 'path'>
type Person = Pick<CurrentUser, 'roles' | 'emailVerified' | 'secondFactor'>

/** Applies the four rules of a private screen, in order; spec §2. Then asks for a second factor that is overdue. */
const guardPrivate = (user: Person | null, screen: GuardedScreen, origin: string): string | undefined => {
  if (!user) return auth.signin(origin)
  if (!user.emailVerified) return auth.emailUnverified()
  if (user.roles.length === 0) return auth.emptyPermissions()
  if (isSecondFactorOverdue(user) && screen.path !== auth.security()) return auth.security()
  if (screen.permission && !can(user, screen.permission)) return pages.forbidden()
  return undefined
}

/** Returns the path to redirect to instead of the screen, or undefined to admit the user. spec §2 */
export const guard = (user: Person | null, screen: GuardedScreen, origin: string): string | undefined => {
  switch (screen.access) {
    case 'open':
      return undefined
    case 'public':
      return user ? homePath : undefined
    case 'emailUnverified':
      if (!user) return auth.signin()
      return user.emailVerified ? homePath : undefined
    case 'emptyPermissions':
      if (!user) return auth.signin()
      return user.roles.length > 0 ? homePath : undefined
    case 'private':
      return guardPrivate(user, screen, origin)
  }
}
