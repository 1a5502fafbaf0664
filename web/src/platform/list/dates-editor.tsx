import { Button } from 'antd'
import { useId } from 'react'

import { DateInput } from '../form/date-input.tsx'
import { label, t } from '../i18n.ts'
import { today } from '../time.ts'
import { useTimeZone } from '../ui/time-zone.tsx'
import type { FilterEditorProps } from './filter-fields.ts'

/** Returns Monday to Sunday of last week. */
const lastWeek = (day: (plusDays: number) => string): [string, string] => {
  const daysSinceMonday = (new Date(`${day(0)}T12:00:00Z`).getUTCDay() + 6) % 7
  return [day(-7 - daysSinceMonday), day(-1 - daysSinceMonday)]
}

/** Common ranges, in the time zone of the screen. */
const presets = (zone: string): { name: string; days: [string, string] }[] => {
  const day = (plusDays: number): string => today(plusDays, zone)
  return [
    { name: t('list.presets.today'), days: [day(0), day(0)] },
    { name: t('list.presets.yesterday'), days: [day(-1), day(-1)] },
    { name: t('list.presets.last7'), days: [day(-6), day(0)] },
    { name: t('list.presets.lastWeek'), days: lastWeek(day) },
    { name: t('list.presets.last30'), days: [day(-29), day(0)] },
    { name: t('list.presets.thisMonth'), days: [`${day(0).slice(0, 8)}01`, day(0)] },
  ]
}

/** Edits a range of days, by a preset, typed or picked. Opens nothing that covers the rest of the filter. */
export const DatesEditor = ({ field, value, onChange, onDone = onChange }: FilterEditorProps) => {
  const id = useId()
  const zone = useTimeZone()
  const [from = '', until = ''] = typeof value === 'string' || value === undefined ? [] : value
  return (
    <div className="filter-dates" role="group" aria-label={label(field.label)}>
      <div className="filter-presets">
        {presets(zone).map(({ name, days }) => (
          <Button
            key={name}
            size="small"
            aria-pressed={days[0] === from && days[1] === until}
            onClick={() => onDone(days)}
          >
            {name}
          </Button>
        ))}
      </div>
      <div className="filter-range">
        <label htmlFor={`${id}from`}>{t('list.range.from')}</label>
        <label htmlFor={`${id}until`}>{t('list.range.until')}</label>
        <DateInput id={`${id}from`} value={from} onChange={(text) => onChange([text, until])} />
        <DateInput id={`${id}until`} value={until} onChange={(text) => onChange([from, text])} />
      </div>
    </div>
  )
}
