import { useSearch } from '@tanstack/react-router'

import { isRolesMode } from './list.ts'
import { RolesMode } from './roles-mode.tsx'
import { UsersMode } from './users-mode.tsx'

/** Users, or a tree of roles and who holds them. spec §2 */
export const IamPage = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  return isRolesMode(search) ? <RolesMode search={search} /> : <UsersMode />
}
