import { DatePicker } from 'antd'
import dayjs from 'dayjs'

import { formatInstant, instantOf } from '../time.ts'

interface InstantInputProps {
  /** Given by the form's field. */
  id?: string
  value?: string | null
  onChange?: (instant: string | null) => void
}

const format = 'YYYY-MM-DD HH:mm'

/** An instant, typed or picked as a clock of the installation shows it. spec §5 */
export const InstantInput = ({ id, value, onChange }: InstantInputProps) => (
  <DatePicker
    {...(id !== undefined && { id })}
    className="date-input"
    showTime={{ format: 'HH:mm' }}
    needConfirm={false}
    format={format}
    placeholder={format}
    value={value ? dayjs(formatInstant(value)) : null}
    onChange={(moment) => onChange?.(moment ? instantOf(moment.format(format)) : null)}
  />
)
