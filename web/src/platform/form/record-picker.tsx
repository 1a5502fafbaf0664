import type { Option } from '@baseline/contract/list.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'

import { messageOf } from '../errors.ts'
import { t } from '../i18n.ts'
import { useDebounced } from '../use-debounced.ts'

export interface PickerOption extends Option {
  /** Shown after the label, to distinguish records with the same label. */
  detail?: string | null
}

const textOf = ({ label, detail }: PickerOption): string => (detail ? `${label} · ${detail}` : label)

interface RecordPickerProps {
  /** Set by the form's field. */
  id?: string
  value?: string | null
  onChange?: (id: string | null) => void
  /** Cache key of the options. */
  name: string
  suggest: (query: string, signal: AbortSignal) => Promise<PickerOption[]>
  /** Label of the value before the first search. */
  label?: string | null
  /** A record that cannot be chosen, such as the one being edited. */
  excludedId?: string | undefined
  onPick?: (option: Option | null) => void
}

/** Selects another record by a part of its name. spec §7 */
export const RecordPicker = ({ id, value, onChange, name, suggest, ...props }: RecordPickerProps) => {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [pickedOption, setPickedOption] = useState<PickerOption>()
  const query = useDebounced(text.trim())
  const {
    data = [],
    isFetching,
    error,
    refetch,
  } = useQuery({
    queryKey: ['autocomplete', name, query],
    queryFn: ({ signal }) => suggest(query, signal),
    enabled: isOpen,
    // Failed suggestions must not redirect the user away from a half-filled form.
    meta: { handlesErrors: true },
  })
  // Enter selects the first option, so options of an earlier query must not be shown.
  const isSettled = text.trim() === query && !isFetching
  const choices = isSettled ? data.filter((option) => option.id !== props.excludedId) : []
  const emptyContent = error ? (
    <div role="alert">
      {messageOf(error)}{' '}
      <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={() => void refetch()}>
        {t('common.retry')}
      </Button>
    </div>
  ) : (
    t('form.nobodyFound')
  )
  const valueLabel = pickedOption && pickedOption.id === value ? textOf(pickedOption) : props.label
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      value={value ? { value, label: valueLabel ?? value } : null}
      labelInValue
      placeholder={t('form.pick')}
      loading={!isSettled}
      notFoundContent={isSettled ? emptyContent : t('common.loading')}
      options={choices.map((option) => ({ value: option.id, label: textOf(option) }))}
      onOpenChange={setOpen}
      onChange={(choice) => {
        const option = choice ? (choices.find((one) => one.id === choice.value) ?? null) : null
        setPickedOption(option ?? undefined)
        onChange?.(option?.id ?? null)
        props.onPick?.(option)
      }}
    />
  )
}
