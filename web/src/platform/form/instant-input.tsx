import { date, instant } from '@baseline/contract/fields.ts'

import { formatInstant, instantOf } from '../time.ts'
import { CalendarInput } from './calendar-input.tsx'
import type { PlainInputProps } from './calendar-input.tsx'

interface InstantInputProps extends PlainInputProps {
  /** An instant, or any invalid text, which the form's schema reports. */
  value?: string | null
  onChange?: (value: string) => void
  /** Set if it differs from the installation's. */
  timeZone?: string | null
}

const isClock = (text: string): boolean => {
  const [day = '', time = ''] = text.split(' ')
  return date.safeParse(day).success && /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
}

/** Input of an instant, typed or picked as wall-clock time. spec §5 */
export const InstantInput = ({
  value,
  onChange = () => undefined,
  timeZone,
  ...props
}: InstantInputProps) => {
  const isInstant = instant.safeParse(value).success
  const text = value && isInstant ? formatInstant(value, timeZone) : (value ?? '')
  const change = (newText: string) =>
    onChange(isClock(newText.trim()) ? instantOf(newText.trim(), timeZone) : newText)
  return (
    <CalendarInput
      placeholder="YYYY-MM-DD HH:mm"
      {...props}
      type="datetime-local"
      text={text}
      onText={change}
      calendarValue={isInstant ? text.replace(' ', 'T') : ''}
      onPick={(pickedTime) => change(pickedTime.replace('T', ' '))}
    />
  )
}
