import { useEffect, useState } from 'react'

import { useMediaQuery } from '#platform/media-query.ts'

/** As wide as the page is on a laptop, until it is measured. */
const usualPx = 1100

/** What A4 leaves inside of its margins; nothing is measured anew before it is printed. */
const paperPx = 660

/** How wide an element is, in whole pixels, whatever happens to the window. */
export const useWidth = (element: HTMLElement | null): number => {
  const isPrinted = useMediaQuery('print')
  const [width, setWidth] = useState(usualPx)
  useEffect(() => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      // What is hidden has no width, and keeps the one it had.
      const measured = Math.round(entry?.contentRect.width ?? 0)
      if (measured > 0) setWidth(measured)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isPrinted ? paperPx : width
}
