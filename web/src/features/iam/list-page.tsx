import { useSearch } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'

import { isRolesMode } from './list.ts'
import { UsersMode } from './users-mode.tsx'

/** Loaded on demand: most visits only need the users. */
const RolesMode = lazy(async () => ({ default: (await import('./roles-mode.tsx')).RolesMode }))

/** Shows the list of users, or a tree of roles with their users. spec §2 */
export const IamPage = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  if (!isRolesMode(search)) return <UsersMode />
  return (
    <Suspense>
      <RolesMode search={search} />
    </Suspense>
  )
}
