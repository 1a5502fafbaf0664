import type { ReactNode } from 'react'

import { PathLink } from '#platform/ui/path-link.tsx'

interface FigureProps {
  /** Without it, the figure is plain text. */
  to: string | undefined
  className?: string
  /** Accessible name that says what is counted, if the link text is only a number. */
  label?: string
  title?: string
  children: ReactNode
}

/** A figure that links to the responses that it counts. */
export const Figure = ({ to, className, label, title, children }: FigureProps) =>
  to === undefined ? (
    <span className={className} title={title}>
      {children}
    </span>
  ) : (
    <PathLink to={to} className={className} aria-label={label} title={title}>
      {children}
    </PathLink>
  )

/** A name in any script, cut after three lines. The tooltip shows the full name. */
export const Name = ({ to, children }: { to: string | undefined; children: string }) => (
  <Figure to={to} className="long-name" title={children}>
    {children}
  </Figure>
)
