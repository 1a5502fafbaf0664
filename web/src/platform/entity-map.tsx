import { can } from '@baseline/contract/permissions.ts'
import { Suspense } from 'react'

import type { EntityMapProps } from './feature.ts'
import { t } from './i18n.ts'
import { mapFeature } from './map-feature.ts'
import { useSignedInUser } from './session.ts'

/** Shows the responses of a list on a map, if the user may read them; loads the map on demand. */
export const EntityMap = ({ address }: EntityMapProps) => {
  const user = useSignedInUser()
  const { map: Map, menu } = mapFeature() ?? {}
  if (!Map || (menu?.permission && !can(user, menu.permission))) return null
  return (
    <Suspense fallback={<p aria-busy="true">{t('common.loading')}</p>}>
      <Map address={address} />
    </Suspense>
  )
}
