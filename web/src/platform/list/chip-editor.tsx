import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'

import { label, t } from '../i18n.ts'
import { FilterEditor } from './filter-editor.tsx'
import type { FilterCheck, FilterField, FilterValue } from './filter-fields.ts'
import { FilterProblem } from './filter-problem.tsx'

export interface ChipEditorProps {
  field: FilterField
  value: FilterValue | undefined
  problemOf: FilterCheck | undefined
  onOpenChange: (open: boolean) => void
  onApply: (value: FilterValue) => void
}

/** A draft of its own: nothing is fetched before the person is done with it. */
export const ChipEditor = ({ field, value, problemOf, onApply, onOpenChange }: ChipEditorProps) => {
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
