import type { ReactNode } from 'react'

import './status.css'

/** Shows a dot and a word, because colour alone is not accessible. */
export const Status = ({ tone, children }: { tone: 'off' | 'good' | 'bad'; children: ReactNode }) => (
  <span className={`status status-${tone}`}>{children}</span>
)
