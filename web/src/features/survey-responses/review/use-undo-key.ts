import { useEffect, useRef } from 'react'

import { ignoresKeys } from '#platform/list/list-keys.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** Undoes with `z`. While a dialog is open, the key works only with `inDialog`. */
export const useUndoKey = (undo: (() => void) | undefined, { inDialog = false } = {}): void => {
  const latest = useRef(undo)
  useEffect(() => {
    latest.current = undo
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'z' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || event.repeat) return
      if (inDialog ? isTyping(event.target) : ignoresKeys(event.target)) return
      if (!latest.current) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [inDialog])
}
