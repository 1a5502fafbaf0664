import { can } from '@baseline/contract/permissions.ts'
import { Suspense } from 'react'

import type { EntityMapProps, Feature } from './feature.ts'
import { useSignedInUser } from './session.ts'
import { LoadingPanel } from './ui/loading-panel.tsx'

let feature: Feature | undefined

/** The application says once which entity has a map; one feature never imports another for it. */
export const installMap = (features: readonly Feature[]): void => {
  feature = features.find(({ map }) => map)
}

/** The responses of such a list on a map, for whoever may read them; loaded when it is shown. */
export const EntityMap = ({ address }: EntityMapProps) => {
  const user = useSignedInUser()
  const { map: Map, menu } = feature ?? {}
  if (!Map || (menu?.permission && !can(user, menu.permission))) return null
  return (
    <Suspense fallback={<LoadingPanel />}>
      <Map address={address} />
    </Suspense>
  )
}
