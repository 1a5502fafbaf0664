import type { Severity } from './rules.ts'

/**
 * Shape and tone of each severity, so that it can be recognised without its colour. A shape is an SVG path in a square
 * of 16, with the even-odd rule.
 */
export const severityMarks = {
  /** A ring with the letter i. */
  info: {
    tone: 'blue',
    shape:
      'M8 .8a7.2 7.2 0 1 1 0 14.4a7.2 7.2 0 1 1 0-14.4zM8 2.4a5.6 5.6 0 1 1 0 11.2a5.6 5.6 0 1 1 0-11.2zM7.1 4.2h1.8v1.8h-1.8zM7.1 7h1.8v5h-1.8z',
  },
  /** A triangle with an exclamation mark. */
  warn: {
    tone: 'amber',
    shape: 'M8 .8L15.6 14.6H.4zM7.1 5.4h1.8v4.6h-1.8zM7.1 11h1.8v1.8h-1.8z',
  },
  /** An octagon with an exclamation mark. */
  error: {
    tone: 'red',
    shape: 'M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5zM7.1 3.8h1.8v5.2h-1.8zM7.1 10.4h1.8v1.8h-1.8z',
  },
} as const satisfies Record<Severity, { tone: string; shape: string }>
