import type { ReactNode } from 'react'

interface PageProps {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  /** Forms read best in a narrow column. */
  narrow?: boolean
  children: ReactNode
}

/** The frame of every screen inside the layout: one h1, which takes the focus after a navigation. */
export const Page = ({ title, intro, actions, narrow = false, children }: PageProps) => (
  <div className={narrow ? 'page page-narrow' : 'page'}>
    <div className="page-head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {intro !== undefined && <p className="page-intro">{intro}</p>}
      </div>
      {actions !== undefined && <div className="page-actions">{actions}</div>}
    </div>
    {children}
  </div>
)
