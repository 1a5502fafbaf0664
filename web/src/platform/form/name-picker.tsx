import type { Option } from '@baseline/contract/list.ts'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete } from 'antd'
import { useState } from 'react'

import { useDebounced } from '../use-debounced.ts'

interface NamePickerProps {
  id: string
  value: string
  onChange: (name: string) => void
  /** Cache key of the suggestions. */
  name: string
  suggest: (query: string, signal: AbortSignal) => Promise<Option[]>
}

/** Input of a name: suggests names while typing, and accepts any other text. */
export const NamePicker = ({ id, value, onChange, name, suggest }: NamePickerProps) => {
  const [isOpen, setOpen] = useState(false)
  const query = useDebounced(value.trim())
  const { data = [] } = useQuery({
    queryKey: ['autocomplete', name, query],
    queryFn: ({ signal }) => suggest(query, signal),
    enabled: isOpen,
    // Without suggestions the name can still be typed.
    meta: { handlesErrors: true },
  })
  const names = [...new Set(data.map(({ label }) => label))]
  return (
    <AutoComplete
      id={id}
      value={value}
      // Enter keeps the typed text unless a suggestion is chosen.
      defaultActiveFirstOption={false}
      options={names.map((one) => ({ value: one }))}
      onOpenChange={setOpen}
      onChange={(text: string | undefined) => onChange(text ?? '')}
      allowClear
    />
  )
}
