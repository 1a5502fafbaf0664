import { useEffect, useRef, useState } from 'react'

/** Distance from the visible part of the page at which content is loaded. */
const margin = '300px'

/**
 * Returns a ref for an element and whether it is close to the visible part of the page. Browsers keep at most 16
 * maps, and a form can have more.
 */
export const useNearViewport = <E extends Element>() => {
  const element = useRef<E>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, isNear] as const
}
