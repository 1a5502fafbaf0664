import { Radio } from 'antd'
import { useId } from 'react'

interface ChoiceFieldProps<T extends string> {
  label: string
  value: T
  choices: readonly { value: T; label: string; disabledBecause?: string }[]
  onChange: (value: T) => void
}

/** Radio buttons below a label. A disabled choice shows its reason. */
export const ChoiceField = <T extends string>({ label, value, choices, onChange }: ChoiceFieldProps<T>) => {
  const id = useId()
  return (
    <div>
      <span className="response-sheet-label" id={id}>
        {label}
      </span>
      <Radio.Group
        aria-labelledby={id}
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find((one) => one.value === target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {choices.map((one) => (
          <Radio key={one.value} value={one.value} disabled={one.disabledBecause !== undefined}>
            {one.label}
            {one.disabledBecause && <span className="choice-reason">{one.disabledBecause}</span>}
          </Radio>
        ))}
      </Radio.Group>
    </div>
  )
}
