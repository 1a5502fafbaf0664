import { createContext, use } from 'react'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'
import { formatInstant, installationTimeZone, zoneName } from '../time.ts'

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

/** Names the zone of the times on a screen. Each screen has it once. */
export const TimeZoneNote = () => (
  <span className="time-zone">{t('common.timesIn', { zone: zoneName(useTimeZone()) })}</span>
)
