import type { ReactNode } from 'react'

import './status.css'

/** A dot and a word, never colour alone. */
export const Status = ({ tone, children }: { tone: 'off' | 'good' | 'bad'; children: ReactNode }) => (
  <span className={`status status-${tone}`}>{children}</span>
)
