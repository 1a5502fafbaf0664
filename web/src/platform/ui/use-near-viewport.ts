import { useEffect, useRef, useState } from 'react'

/** Distance from the visible part of the page at which content is loaded. */
const margin = '200px'

/**
 * Returns a ref for an element, and whether it is close to the visible part of the page. Use it for large content,
 * such as a map. With `once`, the content stays after it was near.
 */
export const useNearViewport = ({ once = false } = {}) => {
  const element = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => setIsNear((wasNear) => (once && wasNear) || entries.at(-1)?.isIntersecting === true),
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [once])
  return [element, isNear] as const
}
