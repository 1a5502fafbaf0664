import { PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useRef, useState } from 'react'

import { label, t } from '../i18n.ts'
import { FilterChip } from './filter-chip.tsx'
import { isSet } from './filter-fields.ts'
import type { Filter, FilterChange, FilterCheck, FilterField, FilterValue } from './filter-fields.ts'
import { SearchField } from './search-field.tsx'

import './filter-bar.css'

export interface FilterBarProps {
  fields: readonly FilterField[]
  /** The filter of the search field, which has no chip. */
  search?: string | undefined
  /** Filters that always have a chip, in this order. */
  pinned?: readonly string[] | undefined
  filter: Filter
  /** Validates filters that can be entered wrongly. */
  problemOf?: FilterCheck
  onFilter: (change: FilterChange, options?: { replace: boolean }) => void
}

const setFilter =
  (name: string, value: FilterValue): FilterChange =>
  (filter) =>
    isSet(value)
      ? { ...filter, [name]: value }
      : Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name))

/** Keeps the capitals of a name like `Survey Id`. */
const toSentenceCase = (name: string): string => (/.\p{Lu}/u.test(name) ? name : name.toLocaleLowerCase())

const blankTextOf = (field: FilterField): string =>
  field.kind === 'dates' ? t('list.anyDate') : label(field.label)

/** The search field of a list, for its text filter. */
export const ListSearch = ({ fields, search, filter, onFilter }: FilterBarProps) => {
  const field = fields.find(({ name }) => name === search)
  if (!field) return null
  const value = filter[field.name]
  return (
    <SearchField
      name={t('list.searchBy', { field: toSentenceCase(label(field.label)) })}
      value={typeof value === 'string' ? value : ''}
      // Replaces the history entry, so that Back removes the whole word and not its last letter.
      onSearch={(text) => onFilter(setFilter(field.name, text), { replace: isSet(value) && text !== '' })}
    />
  )
}

/** The search field, the active filters as chips, and a menu to add more. */
export const FilterBar = (props: FilterBarProps) => {
  const { fields, search, pinned = [], filter, onFilter } = props
  const bar = useRef<HTMLDivElement>(null)
  // A new chip stays after Apply until the URL has its value, so that it keeps the focus.
  const [editedChip, setEditedChip] = useState<{ name: string; open: boolean }>()
  if (editedChip && !editedChip.open && isSet(filter[editedChip.name])) setEditedChip(undefined)
  const isPinned = ({ name }: FilterField) => pinned.includes(name)
  const chips = [
    ...pinned.flatMap((name) => fields.find((field) => field.name === name) ?? []),
    ...fields.filter(
      (field) =>
        field.name !== search &&
        !isPinned(field) &&
        (isSet(filter[field.name]) || field.name === editedChip?.name),
    ),
  ]
  const addableFields = fields.filter(
    (field) => field.name !== search && field.kind !== 'given' && !chips.includes(field),
  )
  /** Moves the focus away from a removed chip. */
  const leaveChip = () => {
    setEditedChip(undefined)
    bar.current?.querySelector<HTMLElement>('.filter-add, input')?.focus()
  }
  return (
    <div ref={bar} role="search" className="filter-bar">
      <ListSearch {...props} />
      {chips.map((field) => (
        <FilterChip
          key={field.name}
          field={field}
          value={filter[field.name]}
          blankText={isPinned(field) ? blankTextOf(field) : undefined}
          problemOf={props.problemOf}
          open={editedChip?.open === true && editedChip.name === field.name}
          onOpenChange={(open) => {
            if (open) setEditedChip({ name: field.name, open })
            else if (isPinned(field) || isSet(filter[field.name])) setEditedChip(undefined)
            else leaveChip()
          }}
          onApply={(value, { staysOpen } = { staysOpen: false }) => {
            if (staysOpen || isPinned(field) || isSet(value))
              setEditedChip({ name: field.name, open: staysOpen })
            else leaveChip()
            onFilter(setFilter(field.name, value), {
              // Several checkboxes of one picker are one history entry.
              replace: staysOpen && isSet(filter[field.name]),
            })
          }}
          onRemove={() => {
            leaveChip()
            onFilter(setFilter(field.name, ''))
          }}
        />
      ))}
      {addableFields.length > 0 && (
        <Dropdown
          trigger={['click']}
          // antd's property, not the HTML attribute: it focuses the menu that the user has just opened.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          menu={{
            items: addableFields.map((field) => ({ key: field.name, label: label(field.label) })),
            onClick: ({ key }) => setEditedChip({ name: key, open: true }),
          }}
        >
          <Button icon={<PlusOutlined aria-hidden="true" />} aria-haspopup="menu" className="filter-add">
            {t('list.addFilter')}
          </Button>
        </Dropdown>
      )}
      {Object.values(filter).some(isSet) && (
        <Button type="link" onClick={() => onFilter(() => ({}))}>
          {t('list.clear')}
        </Button>
      )}
    </div>
  )
}
