import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'
import { useEffect, useState } from 'react'

import { t } from '#platform/i18n.ts'
import { formatInstant } from '#platform/time.ts'
import { TimeZoneNote, useTimeZone } from '#platform/ui/time-zone.tsx'

import './as-of.css'

const maxAgeMs = 60_000

/**
 * Returns whether no newer figures have arrived for a minute. Measured from when these were first shown: the
 * clocks of the server and of a field laptop may differ by minutes, which would make all figures look old.
 */
const useIsOld = (asOf: string): boolean => {
  const [outdatedAsOf, setOutdatedAsOf] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setOutdatedAsOf(asOf), maxAgeMs)
    return () => clearTimeout(timer)
  }, [asOf])
  return outdatedAsOf === asOf
}

/** Shows the time of the figures, and a warning when no newer figures arrive. */
export const AsOf = ({ asOf, lastReceivedAt }: Pick<Dashboard, 'asOf' | 'lastReceivedAt'>) => {
  const isOld = useIsOld(asOf)
  const zone = useTimeZone()
  const time = formatInstant(asOf, zone)
  return (
    <p className={isOld ? 'as-of as-of-old' : 'as-of'}>
      <span role="status">{isOld && t('dashboard.stale', { time })}</span>
      {!isOld && <span>{t('dashboard.asOf', { time })}</span>}
      {lastReceivedAt !== null && (
        <span> {t('dashboard.lastReceived', { time: formatInstant(lastReceivedAt, zone) })}</span>
      )}{' '}
      <TimeZoneNote />
    </p>
  )
}
