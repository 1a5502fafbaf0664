import { date } from '@baseline/contract/fields.ts'

import { CalendarInput } from './calendar-input.tsx'
import type { PlainInputProps } from './calendar-input.tsx'

interface DateInputProps extends PlainInputProps {
  /** Whatever was typed; the form's schema says whether it is a date. */
  value?: string | null
  onChange?: (text: string) => void
}

/** A calendar date, typed or picked. spec §5 */
export const DateInput = ({ value, onChange = () => undefined, ...props }: DateInputProps) => {
  const text = value ?? ''
  return (
    <CalendarInput
      placeholder="YYYY-MM-DD"
      {...props}
      type="date"
      text={text}
      // A date has no spaces; those come along when it is pasted.
      onText={(typed) => onChange(typed.trim())}
      shown={date.safeParse(text).success ? text : ''}
      onPick={onChange}
    />
  )
}
