import { CloseOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useEffect, useRef, useState } from 'react'

import { label, t } from '../i18n.ts'
import { FilterEditor } from './filter-editor.tsx'
import { filterText } from './filter-fields.ts'
import type { FilterCheck, FilterField, FilterValue } from './filter-fields.ts'
import { useFilterRecords } from './use-filter-records.ts'

interface FilterChipProps {
  field: FilterField
  value: FilterValue | undefined
  problemOf: FilterCheck | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
  onApply: (value: FilterValue) => void
  onRemove: () => void
}

export const FilterProblem = ({ text }: { text: string }) => (
  <p role="alert" className="filter-problem">
    {text}
  </p>
)

/** A draft of its own: nothing is fetched before the person is done with it. */
const ChipEditor = ({ field, value, problemOf, onApply, onOpenChange }: FilterChipProps) => {
  const [draft, setDraft] = useState<FilterValue>(value ?? (field.kind === 'text' ? '' : []))
  const [problem, setProblem] = useState<string>()
  const editor = useRef<HTMLFormElement>(null)
  const focusFirst = () => editor.current?.querySelector('input')?.focus()
  useEffect(focusFirst, [])
  return (
    // Escape leaves the bubble from whatever stands in it; the form itself is nothing to operate.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={editor}
      className="filter-bubble"
      aria-label={label(field.label)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onOpenChange(false)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        const found = problemOf?.(field, draft)
        setProblem(found)
        if (found === undefined) onApply(draft)
        else focusFirst()
      }}
    >
      <FilterEditor field={field} value={draft} onChange={setDraft} />
      {problem !== undefined && <FilterProblem text={problem} />}
      <Button type="primary" htmlType="submit" size="small">
        {t('list.apply')}
      </Button>
    </form>
  )
}

/** An active filter: its words open it, its cross takes it away. */
export const FilterChip = (props: FilterChipProps) => {
  const { field, value, open, onOpenChange, onApply, onRemove } = props
  const name = label(field.label)
  const { records } = useFilterRecords(field)
  const button = useRef<HTMLButtonElement>(null)
  const change = (next: boolean) => {
    if (!next) button.current?.focus()
    onOpenChange(next)
  }
  const apply = (next: FilterValue) => {
    button.current?.focus()
    onApply(next)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      open={open}
      onOpenChange={change}
      destroyOnHidden
      content={<ChipEditor {...props} onOpenChange={change} onApply={apply} />}
    >
      <span className="filter-chip">
        <button
          ref={button}
          type="button"
          className="filter-chip-words"
          aria-haspopup="dialog"
          aria-expanded={open}
        >
          {name}
          {value !== undefined && <>: {<strong>{filterText(field, value, records)}</strong>}</>}
        </button>
        <button
          type="button"
          className="filter-chip-remove"
          aria-label={t('list.removeFilter', { name })}
          onClick={(event) => {
            event.stopPropagation()
            onRemove()
          }}
        >
          <CloseOutlined aria-hidden="true" />
        </button>
      </span>
    </Popover>
  )
}
