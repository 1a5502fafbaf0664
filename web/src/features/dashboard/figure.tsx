import type { ReactNode } from 'react'

import { PathLink } from '#platform/ui/path-link.tsx'

interface FigureProps {
  /** Plain text without it. */
  to: string | undefined
  className?: string
  /** What is counted, where the text of the link is only a number. */
  label?: string
  title?: string
  children: ReactNode
}

/** A figure that leads to what it counts. */
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

/** What somebody is called, in whatever script; the end of a very long name is told to whoever stops at it. */
export const Name = ({ to, children }: { to: string | undefined; children: string }) => (
  <Figure to={to} className="long-name" title={children}>
    {children}
  </Figure>
)
