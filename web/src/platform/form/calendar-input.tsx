import { CalendarOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import type { InputProps } from 'antd'
import { useRef } from 'react'

import { t } from '../i18n.ts'

import './calendar-input.css'

/** What a form gives any of its inputs. */
export type PlainInputProps = Omit<InputProps, 'value' | 'onChange' | 'type'>

interface CalendarInputProps extends PlainInputProps {
  type: 'date' | 'datetime-local'
  text: string
  onText: (text: string) => void
  /** What the calendar opens with, as its type writes it; nothing where the text is none. */
  shown: string
  onPick: (picked: string) => void
}

/**
 * A day or a moment, typed as text, so that nothing a person wrote is dropped without a word. The calendar beside it is
 * the browser's own: it is there on every device and weighs nothing. spec §5
 */
export const CalendarInput = ({ type, text, onText, shown, onPick, ...props }: CalendarInputProps) => {
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
        value={shown}
        onChange={(event) => onPick(event.target.value)}
      />
    </span>
  )
}
