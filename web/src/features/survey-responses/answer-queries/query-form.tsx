import { Button } from 'antd'
import type { KeyboardEvent, ReactNode } from 'react'

import { t } from '#platform/i18n.ts'

interface QueryFormProps {
  label: string
  submit: string
  isSending: boolean
  isDisabled: boolean
  onSend: () => void
  onCancel: () => void
  children: ReactNode
}

/** The frame of a form in the view. Escape closes it. */
export const QueryForm = ({ label, submit, isDisabled, children, ...props }: QueryFormProps) => {
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    props.onCancel()
  }
  return (
    // Escape is a shortcut for the button that cancels.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="query-form"
      aria-label={label}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        props.onSend()
      }}
    >
      {children}
      <div className="flag-actions">
        <Button htmlType="submit" type="primary" disabled={isDisabled} loading={props.isSending}>
          {submit}
        </Button>
        <Button onClick={props.onCancel}>{t('common.cancel')}</Button>
      </div>
    </form>
  )
}
