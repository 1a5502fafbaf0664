import { useEffect, useState } from 'react'

import { useMediaQuery } from '#platform/media-query.ts'

/** Width until the element is measured: the usual width on a laptop. */
const defaultWidthPx = 1100

/** Width of A4 inside its margins. Elements are not measured again before printing. */
const paperWidthPx = 660

/** Returns the current width of an element in whole pixels. */
export const useWidth = (element: HTMLElement | null): number => {
  const isPrinted = useMediaQuery('print')
  const [width, setWidth] = useState(defaultWidthPx)
  useEffect(() => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      // A hidden element has no width: keep the last one.
      const measuredWidth = Math.round(entry?.contentRect.width ?? 0)
      if (measuredWidth > 0) setWidth(measuredWidth)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isPrinted ? paperWidthPx : width
}
