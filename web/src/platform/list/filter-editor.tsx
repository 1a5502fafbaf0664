import { Button, Checkbox, Input, Radio, Select } from 'antd'

import { label, t } from '../i18n.ts'
import { DatesEditor } from './dates-editor.tsx'
import { FacetEditor } from './facet-editor.tsx'
import { isPrefix, toList } from './filter-fields.ts'
import type { FilterEditorProps } from './filter-fields.ts'
import { RangeEditor } from './range-editor.tsx'
import { useFilterRecords } from './use-filter-records.ts'

import './filter-editor.css'

const maxSuggestions = 8

/** Returns values of a filter that occur in the shown rows. */
const suggestValues = (rows: readonly object[], name: string): string[] => {
  const values = rows.map((row): unknown => Reflect.get(row, name))
  return [...new Set(values.filter((value) => typeof value === 'string' && value !== ''))]
    .map(String)
    .toSorted((a, b) => a.localeCompare(b))
    .slice(0, maxSuggestions)
}

/** Enters several texts, each ended with Enter or a comma; offers the values of the shown rows. */
const TextsEditor = ({ field, value, onChange }: FilterEditorProps) => {
  const chosenValues = toList(value)
  const rows = (field.kind === 'texts' && field.rows) || []
  const suggestions = suggestValues(rows, field.name).filter((word) => !chosenValues.includes(word))
  return (
    <>
      <Select
        className="filter-select"
        mode="tags"
        aria-label={label(field.label)}
        placeholder={t('list.typeSeveral')}
        tokenSeparators={[',', ';']}
        open={false}
        suffixIcon={null}
        maxCount={100}
        value={chosenValues}
        onChange={onChange}
      />
      {suggestions.length > 0 && (
        <div className="filter-presets">
          {suggestions.map((word) => (
            <Button key={word} size="small" onClick={() => onChange([...chosenValues, word])}>
              {word}
            </Button>
          ))}
        </div>
      )}
      <p className="filter-hint">{t('list.wholeWords')}</p>
    </>
  )
}

const TextEditor = ({ field, value, onChange }: FilterEditorProps) => (
  <>
    <Input
      aria-label={label(field.label)}
      maxLength={255}
      allowClear
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value)}
    />
    <p role="status" className="filter-hint">
      {field.kind === 'text' && field.matchesBeginning
        ? t('list.matchesBeginning')
        : isPrefix(field, value) && t('list.shortText')}
    </p>
  </>
)

const RecordsEditor = ({ field, value, onChange }: FilterEditorProps) => {
  const { records, isLoading } = useFilterRecords(field)
  return (
    <Select
      className="filter-select"
      mode="multiple"
      aria-label={label(field.label)}
      placeholder={t('form.pick')}
      loading={isLoading}
      showSearch={{ optionFilterProp: 'label' }}
      value={toList(value)}
      options={records.map((option) => ({ value: option.id, label: option.label }))}
      onChange={onChange}
    />
  )
}

/** Editor of one filter, in a chip's popover and in the phone's drawer. */
export const FilterEditor = (props: FilterEditorProps) => {
  const { field, value, onChange } = props
  switch (field.kind) {
    case 'text':
      return <TextEditor {...props} />
    case 'texts':
      return <TextsEditor {...props} />
    case 'facet':
      return <FacetEditor {...props} field={field} />
    case 'records':
      return <RecordsEditor {...props} />
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
          value={toList(value)}
          options={field.choices.map((choice) => ({ value: choice.value, label: label(choice.label) }))}
          onChange={(values) => onChange(values)}
        />
      )
    case 'dates':
      return <DatesEditor {...props} />
    case 'range':
      return <RangeEditor {...props} field={field} />
    case 'given':
    case 'kept':
      return (
        <Button
          aria-label={t('list.removeFilter', { name: label(field.label) })}
          onClick={() => onChange('')}
        >
          {t('list.remove')}
        </Button>
      )
  }
}

export const FilterProblem = ({ text }: { text: string }) => (
  <p role="alert" className="filter-problem">
    {text}
  </p>
)
