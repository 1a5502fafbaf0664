import { CalendarOutlined } from '@ant-design/icons'
import { date } from '@baseline/contract/fields.ts'
import { Button, Input } from 'antd'
import type { InputProps } from 'antd'
import { useRef } from 'react'

import { t } from '../i18n.ts'

import './date-input.css'

interface DateInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  /** Whatever was typed; the form's schema says whether it is a date. */
  value?: string | null
  onChange?: (text: string) => void
}

const isDate = (text: string): boolean => date.safeParse(text).success

/**
 * A calendar date, typed as text, so that nothing a person wrote is dropped without a word. The calendar beside it is
 * the browser's own: it is there on every device and weighs nothing. spec §5
 */
export const DateInput = ({ value, onChange, ...props }: DateInputProps) => {
  const calendar = useRef<HTMLInputElement>(null)
  const text = value ?? ''
  return (
    <span className="date-input">
      <Input
        {...props}
        placeholder="YYYY-MM-DD"
        autoComplete="off"
        maxLength={255}
        value={text}
        // A date has no spaces; those come along when it is pasted.
        onChange={(event) => onChange?.(event.target.value.trim())}
        suffix={
          <Button
            type="text"
            size="small"
            icon={<CalendarOutlined aria-hidden="true" />}
            aria-label={t('form.openCalendar')}
            onClick={() => calendar.current?.showPicker()}
          />
        }
      />
      <input
        ref={calendar}
        type="date"
        className="date-input-calendar"
        tabIndex={-1}
        aria-hidden="true"
        value={isDate(text) ? text : ''}
        onChange={(event) => onChange?.(event.target.value)}
      />
    </span>
  )
}
