import { Button } from 'antd'
import type { ReactNode } from 'react'

import { t } from '#platform/i18n.ts'
import { homePath, useGo, useSearchText } from '#platform/navigation.ts'
import { safeOrigin } from '#platform/origin.ts'
import { Logo } from '#platform/ui/logo.tsx'

import './error-pages.css'

interface ErrorPageProps {
  status: number
  title: string
  children?: ReactNode
  actions?: ReactNode
}

const ErrorPage = ({ status, title, children, actions }: ErrorPageProps) => {
  const go = useGo()
  return (
    <main id="main" className="error-page">
      <Logo size={40} />
      <p className="error-status" aria-hidden="true">
        {status}
      </p>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
      <div className="error-actions">
        {actions}
        <Button type={actions ? 'default' : 'primary'} onClick={() => go(homePath)}>
          {t('pages.backToHome')}
        </Button>
      </div>
    </main>
  )
}

export const ForbiddenPage = () => <ErrorPage status={403} title={t('pages.forbidden')} />

export const NotFoundPage = () => <ErrorPage status={404} title={t('pages.notFound')} />

/** Names the request, so that whoever keeps the server can find it in the log. spec §2, §8 */
export const FailurePage = () => {
  const requestId = useSearchText('requestId')
  const from = safeOrigin(useSearchText('from'))
  const go = useGo()
  return (
    <ErrorPage
      status={500}
      title={t('pages.failure')}
      actions={
        from && (
          <Button type="primary" onClick={() => go(from, { replace: true })}>
            {t('common.retry')}
          </Button>
        )
      }
    >
      {requestId && <p className="error-request">{t('common.requestId', { id: requestId.slice(0, 64) })}</p>}
    </ErrorPage>
  )
}

/** A screen that breaks while rendering, or a page file that a new release has replaced. */
export const BrokenScreen = () => (
  <ErrorPage
    status={500}
    title={t('pages.failure')}
    actions={
      <Button type="primary" onClick={() => location.reload()}>
        {t('common.retry')}
      </Button>
    }
  />
)
