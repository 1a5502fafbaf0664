import { useSearch } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'

import { isRolesMode } from './list.ts'
import { UsersMode } from './users-mode.tsx'

/** Most visits only want the users. */
const RolesMode = lazy(async () => ({ default: (await import('./roles-mode.tsx')).RolesMode }))

/** Users, or a tree of roles and who holds them. spec §2 */
export const IamPage = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  if (!isRolesMode(search)) return <UsersMode />
  return (
    <Suspense>
      <RolesMode search={search} />
    </Suspense>
  )
}
