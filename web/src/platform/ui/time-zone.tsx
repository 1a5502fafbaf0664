import { wallClock } from '@baseline/contract/wall-clock.ts'
import { createContext, use } from 'react'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'
import { formatInstant, installationTimeZone, today } from '../time.ts'

const ScreenZone = createContext<string | undefined>(undefined)

/** Sets the time zone of a screen; null for that of the installation. */
export const TimeZone = ({ zone, children }: { zone: string | null | undefined; children: ReactNode }) => (
  <ScreenZone value={zone ?? undefined}>{children}</ScreenZone>
)

/** Time zone of the screen, or of the installation. */
export const useTimeZone = (): string => use(ScreenZone) ?? installationTimeZone()

/** Shows an instant as `2026-11-14 09:30` in the time zone of the screen. spec §5 */
export const Instant = ({ at }: { at: string }) => (
  <time dateTime={at}>{formatInstant(at, useTimeZone())}</time>
)

/** Returns `+2`, `−3` or `+5:30`; undefined for UTC and for zones with daylight saving time. */
const fixedOffset = (zone: string): string | undefined => {
  const year = Number(today().slice(0, 4))
  const [winter = 0, summer = 0] = [0, 6].map((month) => {
    const timestamp = Date.UTC(year, month, 1)
    return (wallClock(zone)(new Date(timestamp)).getTime() - timestamp) / 60_000
  })
  if (winter !== summer || winter === 0) return undefined
  const minutes = Math.abs(winter)
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `${winter < 0 ? '\u2212' : '+'}${String(Math.floor(minutes / 60))}${rest}`
}

/** Returns `Africa/Maputo (UTC+2)`, with the offset for users who do not know the place. */
export const zoneName = (zone: string): string => {
  const offset = fixedOffset(zone)
  return offset === undefined ? zone : `${zone} (UTC${offset})`
}

/** Names the time zone of the times on a screen. Used once per screen. */
export const TimeZoneNote = () => (
  <span className="time-zone">{t('common.timesIn', { zone: zoneName(useTimeZone()) })}</span>
)
