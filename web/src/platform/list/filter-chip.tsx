import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import { Suspense, lazy, useRef } from 'react'

import { label, t } from '../i18n.ts'
import type { ChipEditorProps } from './chip-editor.tsx'
import { filterText } from './filter-fields.ts'
import { useFilterRecords } from './use-filter-records.ts'

import './filter-bar.css'

interface FilterChipProps extends ChipEditorProps {
  open: boolean
  /** Text of a pinned chip without a value. */
  blankText?: string | undefined
  onRemove: () => void
}

/** Loaded on demand, because most visits never open it. */
const ChipEditor = lazy(async () => ({ default: (await import('./chip-editor.tsx')).ChipEditor }))

const RemoveButton = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
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
)

/** An active filter: its text opens the editor, its cross removes it. */
export const FilterChip = (props: FilterChipProps) =>
  props.field.kind === 'given' || props.field.kind === 'kept' ? (
    <span className="filter-chip">
      <span className="filter-chip-words">{label(props.field.label)}</span>
      <RemoveButton name={label(props.field.label)} onRemove={props.onRemove} />
    </span>
  ) : (
    <EditableChip {...props} />
  )

const EditableChip = (props: FilterChipProps) => {
  const { field, value, open, blankText, onOpenChange, onApply, onRemove } = props
  const name = label(field.label)
  const { records } = useFilterRecords(field)
  const isBlank = value === undefined && blankText !== undefined
  const valueText = value === undefined ? undefined : filterText(field, value, records)
  const button = useRef<HTMLButtonElement>(null)
  const change = (next: boolean) => {
    if (!next) button.current?.focus()
    onOpenChange(next)
  }
  const apply: ChipEditorProps['onApply'] = (next, options) => {
    if (!options?.staysOpen) button.current?.focus()
    onApply(next, options)
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
          {...(isBlank && blankText !== name && { 'aria-label': `${name}: ${blankText}` })}
        >
          {isBlank ? (
            <>
              {blankText} <DownOutlined aria-hidden="true" />
            </>
          ) : (
            name
          )}
          {valueText !== undefined && (
            <>
              : <strong>{valueText}</strong>
            </>
          )}
        </button>
        {!isBlank && <RemoveButton name={name} onRemove={onRemove} />}
      </span>
    </Popover>
  )
}
