import { Button, Checkbox, DatePicker, Input, Radio } from 'antd'
import dayjs from 'dayjs'

import { label, t } from '../i18n.ts'
import { today } from '../time.ts'
import type { FilterField, FilterValue } from './filter-fields.ts'

interface FilterEditorProps {
  field: FilterField
  value: FilterValue | undefined
  onChange: (value: FilterValue) => void
}

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

const DatesEditor = ({ field, value, onChange }: FilterEditorProps) => {
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

/** One filter as it is edited, in a chip's bubble and in the phone's drawer alike. */
export const FilterEditor = (props: FilterEditorProps) => {
  const { field, value, onChange } = props
  switch (field.kind) {
    case 'text':
      return (
        <Input
          aria-label={label(field.label)}
          maxLength={255}
          allowClear
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'one':
      return (
        <Radio.Group
          aria-label={label(field.label)}
          vertical
          value={value}
          options={field.choices.map((choice) => ({ value: choice.value, label: label(choice.label) }))}
          onChange={(event) => onChange(String(event.target.value))}
        />
      )
    case 'many':
      return (
        <Checkbox.Group
          className="filter-choices"
          value={typeof value === 'string' ? [value] : [...(value ?? [])]}
          options={field.choices.map((choice) => ({ value: choice.value, label: label(choice.label) }))}
          onChange={(values) => onChange(values)}
        />
      )
    case 'dates':
      return <DatesEditor {...props} />
  }
}
