import type { ReactNode } from 'react'

import { PathLink } from '#platform/ui/path-link.tsx'

interface FigureProps {
  /** Plain text without it. */
  to: string | undefined
  className?: string
  /** What is counted, where the text of the link is only a number. */
  label?: string
  children: ReactNode
}

/** A figure that leads to what it counts. */
export const Figure = ({ to, className, label, children }: FigureProps) =>
  to === undefined ? (
    <span className={className}>{children}</span>
  ) : (
    <PathLink to={to} className={className} aria-label={label}>
      {children}
    </PathLink>
  )
