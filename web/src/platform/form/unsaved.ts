import { useEffect, useRef } from 'react'

const watched = new Set<() => boolean>()

/** Whether somebody has written something on this page that is nowhere else yet. */
export const hasUnsaved = (): boolean => [...watched].some((isDirty) => isDirty())

/** Says of a form, or of a single field, whether leaving it would lose something. */
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
