import { useCallback, useEffect, useRef, useState } from 'react'

/** Returns the id of a section's element. Its first heading takes the focus. */
export const sectionId = (key: string): string => `section-${key}`

/** Height of the page header and the section menu, in pixels. */
const topPx = 136

const findCurrent = (keys: readonly string[]): string | undefined =>
  keys.findLast((key) => {
    const section = document.getElementById(sectionId(key))
    return section !== null && section.getBoundingClientRect().top <= topPx
  }) ?? keys[0]

/** Returns the section in view, and a function that jumps to a section. */
export const useCurrentSection = (keys: readonly string[]) => {
  const [current, setCurrent] = useState<string>()
  /** The target of the last jump and where it came to rest. A short section at the end cannot reach the top. */
  const lastJump = useRef<{ section: Element; top: number }>(undefined)
  const joinedKeys = keys.join(' ')
  useEffect(() => {
    const sections = joinedKeys.split(' ')
    let frame = 0
    const update = () => {
      frame = 0
      const { section, top } = lastJump.current ?? {}
      if (section && section.getBoundingClientRect().top === top) return
      lastJump.current = undefined
      setCurrent(findCurrent(sections))
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
  }, [joinedKeys])
  const jump = useCallback((key: string) => {
    const section = document.getElementById(sectionId(key))
    if (!section) return
    section.scrollIntoView({ block: 'start' })
    lastJump.current = { section, top: section.getBoundingClientRect().top }
    section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    setCurrent(key)
  }, [])
  return [current, jump] as const
}
