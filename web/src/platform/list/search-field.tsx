import { SearchOutlined } from '@ant-design/icons'
// The complete `Input` would also load text areas and passwords.
import Input from 'antd/es/input/Input'
import { useEffect, useRef, useState } from 'react'

interface SearchFieldProps {
  name: string
  value: string
  onSearch: (text: string) => void
}

/** Debounce in milliseconds; a fetch on every key would make the list flicker. */
const debounceMs = 300

/** Search field of a list, focused by `/`. A value of the URL overrides text typed before. */
export const SearchField = ({ name, value, onSearch }: SearchFieldProps) => {
  const [input, setInput] = useState({ text: value, urlValue: value })
  if (input.urlValue !== value)
    setInput({ text: input.text.trim() === value ? input.text : value, urlValue: value })
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  const text = input.text
  useEffect(() => {
    if (text.trim() === value) return undefined
    const timer = setTimeout(() => search.current(text.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <Input
      className="list-search"
      type="search"
      aria-label={name}
      aria-keyshortcuts="/"
      placeholder={name}
      prefix={<SearchOutlined aria-hidden="true" />}
      maxLength={255}
      allowClear
      value={text}
      onChange={(event) => setInput({ text: event.target.value, urlValue: value })}
      onPressEnter={() => onSearch(text.trim())}
    />
  )
}
