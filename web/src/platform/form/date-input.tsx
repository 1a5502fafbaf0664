import { DatePicker } from 'antd'
import dayjs from 'dayjs'

interface DateInputProps {
  /** Given by the form's field. */
  id?: string
  value?: string | null
  onChange?: (date: string | null) => void
}

/** A calendar date, typed or picked; the form holds it as the call wants it. spec §5 */
export const DateInput = ({ id, value, onChange }: DateInputProps) => (
  <DatePicker
    {...(id !== undefined && { id })}
    className="date-input"
    format="YYYY-MM-DD"
    placeholder="YYYY-MM-DD"
    value={value ? dayjs(value) : null}
    onChange={(date) => onChange?.(date ? date.format('YYYY-MM-DD') : null)}
  />
)
