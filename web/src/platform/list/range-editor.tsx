import { Input } from 'antd'
import { useId } from 'react'

import { label, t } from '../i18n.ts'
import type { FilterEditorProps, FilterField } from './filter-fields.ts'

interface RangeEditorProps extends FilterEditorProps {
  field: Extract<FilterField, { kind: 'range' }>
}

/** Edits a range of numbers or of times of the day; either end can be blank. */
export const RangeEditor = ({ field, value, onChange }: RangeEditorProps) => {
  const id = useId()
  const [from = '', until = ''] = typeof value === 'string' || value === undefined ? [] : value
  const input = field.of === 'number' ? ({ inputMode: 'decimal' } as const) : ({ type: 'time' } as const)
  return (
    <div className="filter-range" role="group" aria-label={label(field.label)}>
      <label htmlFor={`${id}from`}>{t('list.range.from')}</label>
      <label htmlFor={`${id}until`}>{t('list.range.until')}</label>
      <Input
        {...input}
        id={`${id}from`}
        value={from}
        onChange={({ target }) => onChange([target.value, until])}
      />
      <Input
        {...input}
        id={`${id}until`}
        value={until}
        onChange={({ target }) => onChange([from, target.value])}
      />
    </div>
  )
}
