import { waiveReasons } from '@baseline/contract/survey-responses/flags.ts'
import type { WaiveReason } from '@baseline/contract/survey-responses/flags.ts'
import { Button, Input, Radio } from 'antd'
import type { RadioRef } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'

import { useUnsaved } from '#platform/form/unsaved.ts'
import { t } from '#platform/i18n.ts'

interface WaiveFormProps {
  isSending: boolean
  onWaive: (reason: WaiveReason, comment: string) => void
  onCancel: () => void
}

/** Asks why a flag is not a problem. The digits choose a reason, Enter sends it and Escape cancels. */
export const WaiveForm = ({ isSending, onWaive, onCancel }: WaiveFormProps) => {
  const id = useId()
  const first = useRef<RadioRef>(null)
  const [reason, setReason] = useState<WaiveReason>()
  const [comment, setComment] = useState('')
  useUnsaved(() => comment.trim() !== '')
  useEffect(() => first.current?.focus(), [])
  const send = () => {
    if (reason && !isSending) onWaive(reason, comment.trim())
  }
  return (
    // The keys are shortcuts for the fields and buttons of the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="waive"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
        const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'text'
        const chosen = isTyping ? undefined : waiveReasons[Number(event.key) - 1]
        if (chosen) setReason(chosen)
        if (event.key !== 'Escape' && !chosen) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <fieldset>
        <legend>{t('checks.flags.chooseReason')}</legend>
        <Radio.Group
          value={reason}
          onChange={({ target }) => setReason(waiveReasons.find((one) => one === target.value))}
        >
          {waiveReasons.map((one, index) => (
            <Radio key={one} value={one} {...(index === 0 && { ref: first })}>
              {t(`checks.reasons.${one}`)}
              <kbd aria-hidden="true" className="decision-key">
                {index + 1}
              </kbd>
            </Radio>
          ))}
        </Radio.Group>
      </fieldset>
      <label htmlFor={id}>{t('checks.flags.comment')}</label>
      <Input id={id} maxLength={2000} value={comment} onChange={({ target }) => setComment(target.value)} />
      <div className="flag-actions">
        <Button htmlType="submit" type="primary" disabled={reason === undefined} loading={isSending}>
          {t('checks.flags.waive')}
        </Button>
        <Button onClick={onCancel}>{t('checks.flags.cancel')}</Button>
      </div>
    </form>
  )
}
