import { useCallback, useEffect, useRef, useState } from 'react'

/** The id of a section's element; its first heading takes the focus. */
export const sectionId = (key: string): string => `section-${key}`

/** Below the header of the page and the menu of sections. */
const topPx = 136
/** A jump to one of the last, short sections cannot bring it to the top; it stays the current one until the next scroll. */
const settleMs = 400

const findCurrent = (keys: readonly string[]): string | undefined =>
  keys.findLast((key) => {
    const section = document.getElementById(sectionId(key))
    return section !== null && section.getBoundingClientRect().top <= topPx
  }) ?? keys[0]

/** Follows which section is in view, and jumps to one. */
export const useCurrentSection = (keys: readonly string[]) => {
  const [current, setCurrent] = useState<string>()
  const jumpedAt = useRef(-Infinity)
  const names = keys.join(' ')
  useEffect(() => {
    const sections = names.split(' ')
    let frame = 0
    const update = () => {
      frame = 0
      if (performance.now() - jumpedAt.current > settleMs) setCurrent(findCurrent(sections))
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(update)
    }
    onScroll()
    document.addEventListener('scroll', onScroll, { passive: true, capture: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [names])
  const jump = useCallback((key: string) => {
    const section = document.getElementById(sectionId(key))
    if (!section) return
    jumpedAt.current = performance.now()
    section.scrollIntoView({ block: 'start' })
    section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    setCurrent(key)
  }, [])
  return [current, jump] as const
}
