import type { ReactNode } from 'react'

import './status.css'

export type Tone = 'off' | 'new' | 'waiting' | 'checked' | 'good' | 'bad'

/** A dot and a word, never colour alone. */
export const Status = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`status status-${tone}`}>{children}</span>
)
