import { useEffect, useRef } from 'react'

interface RowKeys {
  onOpen: (id: string) => void
  onToggle: (id: string) => void
  onHelp: () => void
}

/** Ignores keys in text inputs, menus and dialogs, and while a dialog is open. */
export const ignoresKeys = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement &&
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
    ) !== null) ||
  document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open') !== null

/** Enter and Escape leave the search; the keys of the rows continue from there. */
const leavesSearch = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === 'Escape') &&
  target instanceof HTMLElement &&
  target.closest('.list-search') !== null

const rowsIn = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('.list-row')]

/** Without a focused row, both keys select the first. */
const moveFocus = (list: HTMLElement, by: 1 | -1): void => {
  const rows = rowsIn(list)
  const focusedIndex = rows.findIndex((row) => row.contains(document.activeElement))
  rows[Math.min(Math.max(focusedIndex + by, 0), rows.length - 1)]?.focus()
}

/** Returns the action of a key, or undefined. */
const actionOf = (key: string, list: HTMLElement, { onOpen, onToggle, onHelp }: RowKeys) => {
  const row = rowsIn(list).find((one) => one.contains(document.activeElement))
  const id = row?.dataset['rowKey']
  switch (key) {
    case '/':
      return () => list.querySelector<HTMLElement>('.list-search input')?.focus()
    case 'j':
      return () => moveFocus(list, 1)
    case 'k':
      return () => moveFocus(list, -1)
    case 'x':
      return id === undefined ? undefined : () => onToggle(id)
    case 'Enter':
      // Only on the row itself, because its links and buttons handle Enter themselves.
      return id === undefined || document.activeElement !== row ? undefined : () => onOpen(id)
    case '?':
      return onHelp
    default:
      return undefined
  }
}

/** Keys of a list: `/` searches, j and k move over the rows, x selects, Enter opens, ? shows the help. */
export const useListKeys = (keys: RowKeys) => {
  const list = useRef<HTMLDivElement>(null)
  const handlers = useRef(keys)
  useEffect(() => {
    handlers.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!list.current) return
      const rows = list.current.querySelector<HTMLElement>('.list-body')
      const action = leavesSearch(event)
        ? () => rows?.focus()
        : !ignoresKeys(event.target) && actionOf(event.key, list.current, handlers.current)
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return list
}
