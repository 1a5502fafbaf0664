import { date } from '@baseline/contract/fields.ts'

import { CalendarInput } from './calendar-input.tsx'
import type { PlainInputProps } from './calendar-input.tsx'

interface DateInputProps extends PlainInputProps {
  /** Any text; the form's schema checks whether it is a date. */
  value?: string | null
  onChange?: (text: string) => void
}

/** Input of a calendar date, typed or picked. spec §5 */
export const DateInput = ({ value, onChange = () => undefined, ...props }: DateInputProps) => {
  const text = value ?? ''
  return (
    <CalendarInput
      placeholder="YYYY-MM-DD"
      {...props}
      type="date"
      text={text}
      // Removes spaces, which pasting may add.
      onText={(newText) => onChange(newText.trim())}
      calendarValue={date.safeParse(text).success ? text : ''}
      onPick={onChange}
    />
  )
}
