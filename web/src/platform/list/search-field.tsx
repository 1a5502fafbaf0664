import { SearchOutlined } from '@ant-design/icons'
// The whole of `Input` brings text areas and passwords along.
import Input from 'antd/es/input/Input'
import { useEffect, useRef, useState } from 'react'

interface SearchFieldProps {
  name: string
  value: string
  onSearch: (text: string) => void
}

/** Fetching on every key would only make the list flicker. */
const pauseMs = 300

/** Where `/` leads. What stands in the address wins over what was typed before it. */
export const SearchField = ({ name, value, onSearch }: SearchFieldProps) => {
  const [typed, setTyped] = useState({ text: value, of: value })
  if (typed.of !== value) setTyped({ text: typed.text.trim() === value ? typed.text : value, of: value })
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  const text = typed.text
  useEffect(() => {
    if (text.trim() === value) return undefined
    const timer = setTimeout(() => search.current(text.trim()), pauseMs)
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
      onChange={(event) => setTyped({ text: event.target.value, of: value })}
      onPressEnter={() => onSearch(text.trim())}
    />
  )
}
