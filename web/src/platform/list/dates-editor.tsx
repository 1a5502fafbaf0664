import { Button } from 'antd'
import { useId } from 'react'

import { DateInput } from '../form/date-input.tsx'
import { label, t } from '../i18n.ts'
import { today } from '../time.ts'
import { useTimeZone } from '../ui/time-zone.tsx'
import type { FilterEditorProps } from './filter-fields.ts'

/** The most common ranges, in the zone of the screen. */
const presets = (today: (plusDays?: number) => string): { name: string; days: [string, string] }[] => [
  { name: t('list.presets.today'), days: [today(), today()] },
  { name: t('list.presets.yesterday'), days: [today(-1), today(-1)] },
  { name: t('list.presets.last7'), days: [today(-6), today()] },
  { name: t('list.presets.last30'), days: [today(-29), today()] },
  { name: t('list.presets.thisMonth'), days: [`${today().slice(0, 8)}01`, today()] },
]

/** A range of days, by one of the presets, typed or picked; nothing it opens lies over the rest of the filter. */
export const DatesEditor = ({ field, value, onChange }: FilterEditorProps) => {
  const id = useId()
  const zone = useTimeZone()
  const [from = '', until = ''] = typeof value === 'string' || value === undefined ? [] : value
  return (
    <div className="filter-dates" role="group" aria-label={label(field.label)}>
      <div className="filter-presets">
        {presets((plusDays) => today(plusDays, zone)).map(({ name, days }) => (
          <Button
            key={name}
            size="small"
            aria-pressed={days[0] === from && days[1] === until}
            onClick={() => onChange(days)}
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
