import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'

import { label, t } from '../i18n.ts'
import { FilterEditor, FilterProblem } from './filter-editor.tsx'
import type { FilterCheck, FilterField, FilterValue } from './filter-fields.ts'

export interface ChipEditorProps {
  field: FilterField
  value: FilterValue | undefined
  problemOf: FilterCheck | undefined
  onOpenChange: (open: boolean) => void
  /** `staysOpen`: the user continues to choose. */
  onApply: (value: FilterValue, options?: { staysOpen: boolean }) => void
}

/**
 * Edits a draft of the filter, which is applied by Enter, its button, a preset or a picked value. Checkboxes
 * of a picker apply at once, so that the list and the counts follow each choice.
 */
export const ChipEditor = ({ field, value, problemOf, onApply, onOpenChange }: ChipEditorProps) => {
  const [draft, setDraft] = useState<FilterValue>(value ?? (field.kind === 'text' ? '' : []))
  const [problem, setProblem] = useState<string>()
  const editor = useRef<HTMLFormElement>(null)
  const focusFirst = () => editor.current?.querySelector('input')?.focus()
  useEffect(focusFirst, [])
  return (
    // Escape closes the popover from any of its controls; the form itself is not interactive.
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
        const newProblem = problemOf?.(field, draft)
        setProblem(newProblem)
        if (newProblem === undefined) onApply(draft)
        else focusFirst()
      }}
    >
      <FilterEditor
        field={field}
        value={draft}
        onChange={(next) => {
          setDraft(next)
          if (field.kind === 'facet') onApply(next, { staysOpen: true })
        }}
        onDone={onApply}
      />
      {problem !== undefined && <FilterProblem text={problem} />}
      {field.kind !== 'facet' && (
        <Button type="primary" htmlType="submit" size="small">
          {t('list.apply')}
        </Button>
      )}
    </form>
  )
}
