import type { ResponseStatus } from './status.ts'

/**
 * Shape and tone of each status. Lists, the dashboard and the map draw the same shape, so that a status can
 * be recognised without its colour. A shape is an SVG path in a square of 16, with the even-odd rule.
 */
export const statusMarks = {
  /** A half-filled circle. */
  inProgress: {
    tone: 'grey',
    shape:
      'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM8 3.3a4.7 4.7 0 0 1 0 9.4a4.7 4.7 0 0 1 0-9.4zM8 3.3a4.7 4.7 0 0 0 0 9.4z',
  },
  /** A filled circle. */
  submitted: {
    tone: 'blue',
    shape: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z',
  },
  /** Two bars, as on a pause button. */
  onHold: {
    tone: 'amber',
    shape: 'M2.5 2h4v12h-4zM9.5 2h4v12h-4z',
  },
  /** An arrowhead that points back. */
  returned: {
    tone: 'orange',
    shape: 'M13 1.5v13L1.5 8z',
  },
  /** A circle in a ring. */
  resubmitted: {
    tone: 'purple',
    shape:
      'M8 .8a7.2 7.2 0 1 1 0 14.4a7.2 7.2 0 1 1 0-14.4zM8 2.7a5.3 5.3 0 1 1 0 10.6a5.3 5.3 0 1 1 0-10.6zM8 5a3 3 0 1 1 0 6a3 3 0 1 1 0-6z',
  },
  /** A diamond. */
  verified: {
    tone: 'teal',
    shape: 'M8 .8L15.2 8L8 15.2L.8 8z',
  },
  /** A square with a tick. */
  approved: {
    tone: 'green',
    shape:
      'M3.5 1.5h9a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM4.4 7l-1.4 1.4l3.9 3.9l6.2-6.2l-1.4-1.4l-4.8 4.8z',
  },
  /** A cross. */
  rejected: {
    tone: 'red',
    shape:
      'M4.3 1.9L8 5.6L11.7 1.9L14.1 4.3L10.4 8L14.1 11.7L11.7 14.1L8 10.4L4.3 14.1L1.9 11.7L5.6 8L1.9 4.3z',
  },
} as const satisfies Record<ResponseStatus, { tone: string; shape: string }>
