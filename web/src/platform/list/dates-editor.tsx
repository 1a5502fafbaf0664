import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'

import { label, t } from '../i18n.ts'
import { today } from '../time.ts'
import type { FilterEditorProps } from './filter-fields.ts'

const dateFormat = 'YYYY-MM-DD'

/** What people ask for most, counted in the zone of the installation. */
const presets = (): { name: string; days: [string, string] }[] => [
  { name: t('list.presets.today'), days: [today(), today()] },
  { name: t('list.presets.yesterday'), days: [today(-1), today(-1)] },
  { name: t('list.presets.last7'), days: [today(-6), today()] },
  { name: t('list.presets.last30'), days: [today(-29), today()] },
  { name: t('list.presets.thisMonth'), days: [`${today().slice(0, 8)}01`, today()] },
]

const day = (text: string | undefined) => (text ? dayjs(text) : null)

/** A range of days, typed, picked or by one of the presets. */
export const DatesEditor = ({ field, value, onChange }: FilterEditorProps) => {
  const [from = '', until = ''] = typeof value === 'string' || value === undefined ? [] : value
  return (
    <div className="filter-dates">
      <DatePicker.RangePicker
        aria-label={label(field.label)}
        value={[day(from), day(until)]}
        format={dateFormat}
        allowEmpty={[true, true]}
        classNames={{ popup: { root: 'filter-dates-panel' } }}
        onChange={(_, texts) => onChange(texts ? [...texts] : [])}
      />
      <div className="filter-presets">
        {presets().map(({ name, days }) => (
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
    </div>
  )
}
