import { wallClock } from '@baseline/contract/wall-clock.ts'
import { createContext, use } from 'react'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'
import { formatInstant, installationTimeZone, today } from '../time.ts'

const ScreenZone = createContext<string | undefined>(undefined)

/** Sets the zone of a screen that is about one survey; null where the survey has none of its own. */
export const TimeZone = ({ zone, children }: { zone: string | null | undefined; children: ReactNode }) => (
  <ScreenZone value={zone ?? undefined}>{children}</ScreenZone>
)

/** The zone of the screen: that of its survey, or of the installation. */
export const useTimeZone = (): string => use(ScreenZone) ?? installationTimeZone()

/** A point in time as `2026-11-14 09:30` in the zone of the screen. spec §5 */
export const Instant = ({ at }: { at: string }) => (
  <time dateTime={at}>{formatInstant(at, useTimeZone())}</time>
)

/** `+2`, `−3`, `+5:30`; undefined for UTC and where the clocks change during the year. */
const fixedOffset = (zone: string): string | undefined => {
  const year = Number(today().slice(0, 4))
  const [winter = 0, summer = 0] = [0, 6].map((month) => {
    const at = Date.UTC(year, month, 1)
    return (wallClock(zone)(new Date(at)).getTime() - at) / 60_000
  })
  if (winter !== summer || winter === 0) return undefined
  const minutes = Math.abs(winter)
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `${winter < 0 ? '\u2212' : '+'}${String(Math.floor(minutes / 60))}${rest}`
}

/** `Africa/Maputo (UTC+2)`, which names a zone to people who know its place and to those who do not. */
export const zoneName = (zone: string): string => {
  const offset = fixedOffset(zone)
  return offset === undefined ? zone : `${zone} (UTC${offset})`
}

/** Names the zone of the times on a screen. Each screen has it once. */
export const TimeZoneNote = () => (
  <span className="time-zone">{t('common.timesIn', { zone: zoneName(useTimeZone()) })}</span>
)
