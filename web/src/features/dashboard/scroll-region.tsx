import type { ReactNode } from 'react'

interface ScrollRegionProps {
  label: string
  isTall?: boolean
  children: ReactNode
}

/** A table of hundreds of rows scrolls, so that what follows is not out of reach; the keyboard must get there too. */
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
