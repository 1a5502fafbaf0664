import type { ReactNode } from 'react'

interface ScrollRegionProps {
  label: string
  isTall?: boolean
  children: ReactNode
}

/** Scrolls a long table, so that the content below stays in reach. Focusable, for keyboard scrolling. */
export const ScrollRegion = ({ label, isTall = false, children }: ScrollRegionProps) => (
  <div
    className={isTall ? 'panel-scroll panel-scroll-tall' : 'panel-scroll'}
    role="region"
    aria-label={label}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
  >
    {children}
  </div>
)
