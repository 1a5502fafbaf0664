import { useEffect, useRef } from 'react'

const watched = new Set<() => boolean>()

/** Whether the page has unsaved input. */
export const hasUnsaved = (): boolean => [...watched].some((isDirty) => isDirty())

/** Registers whether leaving a form or a field would lose input. */
export const useUnsaved = (isDirty: () => boolean): void => {
  const latest = useRef(isDirty)
  useEffect(() => {
    latest.current = isDirty
  })
  useEffect(() => {
    const ask = () => latest.current()
    watched.add(ask)
    return () => void watched.delete(ask)
  }, [])
}
