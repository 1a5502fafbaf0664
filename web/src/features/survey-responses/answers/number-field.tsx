import { Input } from 'antd'
import { useState } from 'react'

import type { PlainInputProps } from '#platform/form/calendar-input.tsx'
import { chosenLanguage } from '#platform/i18n.ts'

const separator = (): string => (chosenLanguage() === 'pt-BR' ? ',' : '.')

const textOf = (value: unknown): string => {
  if (typeof value === 'number') return String(value).replace('.', separator())
  return typeof value === 'string' ? value : ''
}

/** Parses a number with the decimal separator of the chosen language. Returns other text unchanged. */
const valueOf = (text: string): number | string | undefined => {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const [integerPart = '', decimals, ...otherParts] = trimmed.split(separator())
  const isNumber = otherParts.length === 0 && /^[+-]?\d+$/.test(integerPart) && /^\d*$/.test(decimals ?? '')
  return isNumber ? Number(decimals ? `${integerPart}.${decimals}` : integerPart) : text
}

interface NumberFieldProps extends PlainInputProps {
  value: unknown
  onChange: (value: number | string | undefined) => void
}

/** Text input for a number. Keeps invalid text, which the validation then reports, instead of dropping it. */
export const NumberField = ({ value, onChange, ...props }: NumberFieldProps) => {
  const [input, setInput] = useState({ text: textOf(value), value })
  // `2.` parses as 2 on the way to 2.5: only a change from outside replaces the typed text.
  const text = input.value === value ? input.text : textOf(value)
  return (
    <Input
      {...props}
      autoComplete="off"
      maxLength={255}
      value={text}
      onChange={({ target }) => {
        const next = valueOf(target.value)
        setInput({ text: target.value, value: next })
        onChange(next)
      }}
    />
  )
}

interface NumberInputProps {
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
  suffix?: string
}

/** A number of `Form.Item`, which passes the value. */
export const NumberInput = ({ value, onChange, ...props }: NumberInputProps) => (
  <NumberField {...props} inputMode="decimal" value={value} onChange={(next) => onChange?.(next)} />
)
