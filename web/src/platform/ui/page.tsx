import { LeftOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'

import { lastAddress } from '../navigation.ts'
import { PathLink } from './path-link.tsx'

interface PageProps {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  /** Link to the list of this record. */
  back?: { path: string; label: string }
  /** Narrow column, for forms. */
  narrow?: boolean
  children: ReactNode
}

/** Frame of every screen inside the layout, with one h1, which receives the focus after a navigation. */
export const Page = ({ title, intro, actions, back, narrow = false, children }: PageProps) => (
  <div className={narrow ? 'page page-narrow' : 'page'}>
    <div className="page-head">
      <div>
        {back && (
          <PathLink to={lastAddress(back.path)} className="page-back">
            <LeftOutlined aria-hidden="true" /> {back.label}
          </PathLink>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {intro !== undefined && <p className="page-intro">{intro}</p>}
      </div>
      {actions !== undefined && <div className="page-actions">{actions}</div>}
    </div>
    {children}
  </div>
)
