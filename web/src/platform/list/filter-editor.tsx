import { Checkbox, Input, Radio } from 'antd'

import { label } from '../i18n.ts'
import { DatesEditor } from './dates-editor.tsx'
import type { FilterEditorProps } from './filter-fields.ts'

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
