import { CalendarOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import type { InputProps } from 'antd'
import { useRef } from 'react'

import { t } from '../i18n.ts'

import './calendar-input.css'

/** Properties that a form passes to its inputs. */
export type PlainInputProps = Omit<InputProps, 'value' | 'onChange' | 'type'>

interface CalendarInputProps extends PlainInputProps {
  type: 'date' | 'datetime-local'
  text: string
  onText: (text: string) => void
  /** Initial value of the calendar, in the format of its type; empty if the text is not valid. */
  calendarValue: string
  onPick: (date: string) => void
}

/**
 * A date or time typed as text, so that invalid input is kept and marked. The calendar is the browser's own:
 * available on every device, without code. spec §5
 */
export const CalendarInput = ({
  type,
  text,
  onText,
  calendarValue,
  onPick,
  ...props
}: CalendarInputProps) => {
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <span className="calendar-input">
      <Input
        {...props}
        autoComplete="off"
        maxLength={255}
        value={text}
        onChange={(event) => onText(event.target.value)}
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
        type={type}
        className="calendar-input-native"
        tabIndex={-1}
        aria-hidden="true"
        value={calendarValue}
        onChange={(event) => onPick(event.target.value)}
      />
    </span>
  )
}
