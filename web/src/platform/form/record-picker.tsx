import type { Option } from '@baseline/contract/list.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'

import { t } from '../i18n.ts'

interface RecordPickerProps {
  /** Given by the form's field. */
  id?: string
  value?: string | null
  onChange?: (id: string | null) => void
  /** Names the choices in the cache. */
  name: string
  suggest: (query: string, signal: AbortSignal) => Promise<Option[]>
  /** What the value is called before anything has been looked for. */
  label?: string | null
  /** A record that cannot be chosen, such as the one being edited. */
  except?: string | undefined
  onPick?: (option: Option | null) => void
}

const pauseMs = 250

const useDebounced = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Picks another record by typing a part of its name. spec §7 */
export const RecordPicker = ({ id, value, onChange, name, suggest, ...props }: RecordPickerProps) => {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<Option>()
  const query = useDebounced(text.trim())
  const { data = [], isFetching } = useQuery({
    queryKey: ['autocomplete', name, query],
    queryFn: ({ signal }) => suggest(query, signal),
    enabled: isOpen,
  })
  // Enter takes the first choice: it must never be one of an earlier question.
  const isSettled = text.trim() === query && !isFetching
  const choices = isSettled ? data.filter((option) => option.id !== props.except) : []
  const called = picked?.id === value ? picked?.label : props.label
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      value={value ? { value, label: called ?? value } : null}
      labelInValue
      placeholder={t('form.pick')}
      loading={!isSettled}
      notFoundContent={isSettled ? t('form.nobodyFound') : t('common.loading')}
      options={choices.map((option) => ({ value: option.id, label: option.label }))}
      onOpenChange={setOpen}
      onChange={(choice) => {
        const option = choice ? (choices.find((one) => one.id === choice.value) ?? null) : null
        setPicked(option ?? undefined)
        onChange?.(option?.id ?? null)
        props.onPick?.(option)
      }}
    />
  )
}
