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
          const chosenChoice = choices.find((one) => one.value === target.value)
          if (chosenChoice) onChange(chosenChoice.value)
        }}
      >
        {choices.map((choice) => (
          <Radio key={choice.value} value={choice.value} disabled={choice.disabledBecause !== undefined}>
            {choice.label}
            {choice.disabledBecause && <span className="choice-reason">{choice.disabledBecause}</span>}
          </Radio>
        ))}
      </Radio.Group>
    </div>
  )
}
