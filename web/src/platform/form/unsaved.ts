import { useEffect, useRef } from 'react'

const dirtyChecks = new Set<() => boolean>()

/** Whether the page has unsaved input. */
export const hasUnsaved = (): boolean => [...dirtyChecks].some((isDirty) => isDirty())

/** Registers whether leaving a form or a field would lose input. */
export const useUnsaved = (isDirty: () => boolean): void => {
  const latest = useRef(isDirty)
  useEffect(() => {
    latest.current = isDirty
  })
  useEffect(() => {
    const checkDirty = () => latest.current()
    dirtyChecks.add(checkDirty)
    return () => void dirtyChecks.delete(checkDirty)
  }, [])
}
