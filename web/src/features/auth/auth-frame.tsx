import type { ReactNode } from 'react'

import { t } from '#platform/i18n.ts'
import { PageCorner } from '#platform/ui/corner.tsx'
import { Logo } from '#platform/ui/logo.tsx'

import './auth-frame.css'

interface AuthFrameProps {
  title: string
  intro?: ReactNode
  children: ReactNode
}

/** Single-column frame of the pages outside the main layout. */
export const AuthFrame = ({ title, intro, children }: AuthFrameProps) => (
  <div className="auth-frame">
    <PageCorner />
    <main id="main" className="auth-column">
      <div className="auth-brand">
        <Logo size={44} />
        <span>{t('app.title')}</span>
      </div>
      <h1 tabIndex={-1}>{title}</h1>
      {intro !== undefined && <p className="auth-intro">{intro}</p>}
      {children}
    </main>
  </div>
)
