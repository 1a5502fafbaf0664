import { CheckOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'

import { label, t } from '../i18n.ts'
import { formatNumber } from '../time.ts'
import { facetLabel, toList } from './filter-fields.ts'
import type { FacetField, FilterEditorProps } from './filter-fields.ts'
import { useFacet } from './use-facet.ts'

interface FacetEditorProps extends FilterEditorProps {
  field: FacetField
}

interface FacetOption {
  value: string
  text: string
  count?: number
}

/**
 * Returns the chosen values, then the offered ones; last, the typed part of a name, if the filter accepts it.
 */
const optionsOf = (
  field: FacetField,
  chosenValues: readonly string[],
  facetValues: readonly { value: string; count: number }[],
  query: string,
): FacetOption[] => {
  const storedOptions = facetValues.map(({ value, count }) => ({
    value: field.quoted ? `"${value}"` : value,
    text: value,
    count,
  }))
  const otherValues = chosenValues.filter((value) => !storedOptions.some((one) => one.value === value))
  return [
    ...(query === '' ? otherValues.map((value) => ({ value, text: facetLabel(field, value) })) : []),
    ...storedOptions,
    ...(field.quoted && query !== '' && !chosenValues.includes(query)
      ? [{ value: query, text: t('list.facet.contains', { text: query }) }]
      : []),
  ]
}

/**
 * A searchable list of values with counts. A click on a name, or Enter, chooses it and closes the picker if
 * `onDone` is given; a click on its checkbox, or Ctrl+Enter, chooses it and keeps the picker open.
 */
export const FacetEditor = ({ field, value, onChange, onDone }: FacetEditorProps) => {
  const id = useId()
  const [query, setQuery] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  const chosenValues = toList(value)
  // In a drawer with many filters, only the focused one is loaded and expanded.
  const [isActive, setIsActive] = useState(false)
  const { facet, isCurrent, error } = useFacet(field, query.trim(), isActive)
  const options = optionsOf(field, chosenValues, facet?.values ?? [], query.trim())
  const toggleValue = (one: string) =>
    chosenValues.includes(one) ? chosenValues.filter((other) => other !== one) : [...chosenValues, one]
  const pick = (one: string, isLast = true) => (isLast ? (onDone ?? onChange) : onChange)(toggleValue(one))
  // Enter may be pressed before the values are loaded: the first one is then chosen when they arrive.
  const pendingEnter = useRef<{ isLast: boolean }>(undefined)
  useEffect(() => {
    if (!pendingEnter.current || !isCurrent) return
    const { isLast } = pendingEnter.current
    pendingEnter.current = undefined
    const [first] = options
    if (first) pick(first.value, isLast)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const isLast = !event.ctrlKey && !event.metaKey
    const option = options[activeIndex]
    if (event.key === 'ArrowDown') setActiveIndex(Math.min(activeIndex + 1, options.length - 1))
    else if (event.key === 'ArrowUp') setActiveIndex(Math.max(activeIndex - 1, 0))
    else if (event.key !== 'Enter') return
    else if (!isCurrent) pendingEnter.current = { isLast }
    else if (option) pick(option.value, isLast)
    event.preventDefault()
  }
  return (
    <div className="facet">
      <Input
        role="combobox"
        aria-label={label(field.label)}
        aria-expanded={isActive}
        aria-autocomplete="list"
        aria-controls={`${id}values`}
        aria-activedescendant={options[activeIndex] && `${id}${String(activeIndex)}`}
        placeholder={t('list.facet.search')}
        maxLength={255}
        allowClear
        value={query}
        onFocus={() => setIsActive(true)}
        onChange={(event) => {
          pendingEnter.current = undefined
          setQuery(event.target.value)
          setActiveIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}values`}
        role="listbox"
        aria-multiselectable
        aria-label={label(field.label)}
        aria-busy={isActive && !isCurrent}
        className="facet-values"
      >
        {options.map((option, index) => (
          // The focused search field handles the keyboard.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={option.value}
            id={`${id}${String(index)}`}
            role="option"
            tabIndex={-1}
            aria-selected={chosenValues.includes(option.value)}
            className={index === activeIndex ? 'facet-value facet-value-active' : 'facet-value'}
            ref={index === activeIndex ? scrollToActive : undefined}
            onClick={() => pick(option.value)}
          >
            <FacetBox
              checked={chosenValues.includes(option.value)}
              onToggle={() => onChange(toggleValue(option.value))}
            />
            <span className="facet-name">{option.text}</span>
            {option.count !== undefined && <span className="facet-count">{formatNumber(option.count)}</span>}
          </div>
        ))}
      </div>
      <p role="status" className="filter-hint">
        {error ? t('list.facet.failed') : facet && hintOf(facet, options.length, isCurrent)}
      </p>
    </div>
  )
}

const scrollToActive = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/**
 * The option has the selected state; this box is for pointers only. A checkbox would be a control inside a
 * control.
 */
const FacetBox = ({ checked, onToggle }: { checked: boolean; onToggle: () => void }) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
  <span
    aria-hidden="true"
    className="facet-box"
    onClick={(event) => {
      event.preventDefault()
      event.stopPropagation()
      onToggle()
    }}
  >
    <span className={checked ? 'facet-check facet-checked' : 'facet-check'}>
      {checked && <CheckOutlined />}
    </span>
  </span>
)

const hintOf = (
  facet: { counts: string; hasMore: boolean },
  optionCount: number,
  isCurrent: boolean,
): string => {
  if (isCurrent && optionCount === 0) return t('list.facet.none')
  return [facet.hasMore && t('list.facet.more'), facet.counts !== 'filter' && t('list.facet.unfiltered')]
    .filter(Boolean)
    .join(' ')
}
