import { CloseOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import { Suspense, lazy, useRef } from 'react'

import { label, t } from '../i18n.ts'
import type { ChipEditorProps } from './chip-editor.tsx'
import { filterText } from './filter-fields.ts'
import type { FilterValue } from './filter-fields.ts'
import { useFilterRecords } from './use-filter-records.ts'

interface FilterChipProps extends ChipEditorProps {
  open: boolean
  onRemove: () => void
}

/** Most visits never open it. */
const ChipEditor = lazy(async () => ({ default: (await import('./chip-editor.tsx')).ChipEditor }))

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
      content={
        <Suspense>
          <ChipEditor {...props} onOpenChange={change} onApply={apply} />
        </Suspense>
      }
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
