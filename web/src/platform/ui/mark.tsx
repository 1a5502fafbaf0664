import type { ReactNode } from 'react'

import './mark.css'

/** Side of the square that shapes are drawn in. */
export const shapeSide = 16

/** The stylesheet has a variable for each tone, in both colour schemes. */
type Tone = 'grey' | 'blue' | 'amber' | 'orange' | 'purple' | 'teal' | 'green' | 'red'

interface ShapeProps {
  /** An SVG path with the even-odd rule. */
  shape: string
  /** The stylesheet of the page fills a shape without a tone. */
  tone?: Tone
}

/** Hidden from screen readers, because a name follows. */
export const Shape = ({ shape, tone }: ShapeProps) => (
  <svg
    className="mark-shape"
    viewBox={`0 0 ${String(shapeSide)} ${String(shapeSide)}`}
    aria-hidden="true"
    {...(tone && { style: { fill: `var(--tone-${tone})` } })}
  >
    <path d={shape} fillRule="evenodd" />
  </svg>
)

/** A shape and a name. */
export const Mark = ({ children, ...shape }: Required<ShapeProps> & { children: ReactNode }) => (
  <span className="mark">
    <Shape {...shape} />
    {children}
  </span>
)
