import type { ReactNode } from 'react'

import { t } from '../i18n.ts'

import './loading-panel.css'

/** Shows with text and a spinner that something is loading. */
export const LoadingSign = ({ children }: { children?: ReactNode }) => (
  <p role="status" className="loading-sign">
    {children ?? t('common.loading')}
  </p>
)

/** Placeholder for a large part of a page, such as a map, while its code loads. */
export const LoadingPanel = ({ children }: { children?: ReactNode }) => (
  <div className="loading-panel" aria-busy="true">
    <LoadingSign>{children}</LoadingSign>
  </div>
)
