import { Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useId, useImperativeHandle, useRef } from 'react'
import type { Ref } from 'react'

import { t } from '#platform/i18n.ts'

interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  onSend: () => void
  ref?: Ref<{ focus: () => void }>
}

/** A text of a query. Enter sends it. */
export const TextField = ({ label, value, onChange, onSend, ref }: TextFieldProps) => {
  const id = useId()
  const area = useRef<TextAreaRef>(null)
  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus() }))
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input.TextArea
        ref={area}
        id={id}
        aria-describedby={`${id}-hint`}
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={2000}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          onSend()
        }}
      />
      <p id={`${id}-hint`} className="query-hint">
        {t('entities.answerQueries.enter')}
      </p>
    </>
  )
}
