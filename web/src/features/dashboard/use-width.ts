import { useEffect, useState } from 'react'

import { useMediaQuery } from '#platform/media-query.ts'

/** Width until the element is measured: the usual width on a laptop. */
const usualPx = 1100

/** Width of A4 inside its margins. Elements are not measured again before printing. */
const paperPx = 660

/** Returns the current width of an element in whole pixels. */
export const useWidth = (element: HTMLElement | null): number => {
  const isPrinted = useMediaQuery('print')
  const [width, setWidth] = useState(usualPx)
  useEffect(() => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      // A hidden element has no width: keep the last one.
      const measured = Math.round(entry?.contentRect.width ?? 0)
      if (measured > 0) setWidth(measured)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isPrinted ? paperPx : width
}
