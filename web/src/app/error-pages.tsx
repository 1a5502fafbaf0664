import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ReactNode } from 'react'

import { useSignOut } from '#features/auth/sign-out.ts'
import { t } from '#platform/i18n.ts'
import { homePath, useGo, useSearchText } from '#platform/navigation.ts'
import { safeOrigin } from '#platform/origin.ts'
import { useCurrentUser } from '#platform/session.ts'
import { PageCorner } from '#platform/ui/corner.tsx'
import { Logo } from '#platform/ui/logo.tsx'

import { PageNotLoaded } from './load-page.ts'

import './error-pages.css'

interface ErrorPageProps {
  status?: number
  title: string
  children?: ReactNode
  actions?: ReactNode
}

const ErrorContent = ({ status, title, children, actions }: ErrorPageProps) => {
  const go = useGo()
  return (
    <div className="error-content">
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
    </div>
  )
}

const ErrorPage = (props: ErrorPageProps) => (
  <div className="error-frame">
    <PageCorner />
    <main id="main">
      <ErrorContent {...props} />
    </main>
  </div>
)

/** Names the account, because the user may have several. spec §2 */
export const ForbiddenPage = () => {
  const user = useCurrentUser()
  const signOut = useSignOut()
  return (
    <ErrorPage
      status={403}
      title={t('pages.forbidden')}
      actions={
        user && (
          <Button type="primary" onClick={() => signOut()}>
            {t('auth.signinWithAnotherAccount')}
          </Button>
        )
      }
    >
      {user && <p className="error-detail">{user.email}</p>}
    </ErrorPage>
  )
}

export const NotFoundPage = () => <ErrorPage status={404} title={t('pages.notFound')} />

/** Shows the request id, so that operators can find it in the log. spec §2, §8 */
export const FailurePage = () => {
  const requestId = useSearchText('requestId')
  const origin = safeOrigin(useSearchText('from'))
  const go = useGo()
  return (
    <ErrorPage
      status={500}
      title={t('pages.failure')}
      actions={
        origin && (
          <Button type="primary" onClick={() => go(origin, { replace: true })}>
            {t('common.retry')}
          </Button>
        )
      }
    >
      {requestId && (
        <p className="error-detail error-request">{t('common.requestId', { id: requestId.slice(0, 64) })}</p>
      )}
    </ErrorPage>
  )
}

/** Props for a page whose file could not be loaded, which is not a server error, or for a rendering error. */
const errorPageProps = (error: unknown): ErrorPageProps => ({
  ...(error instanceof PageNotLoaded
    ? { title: t('pages.notLoaded') }
    : { status: 500, title: t('pages.failure') }),
  actions: (
    <Button type="primary" onClick={() => location.reload()}>
      {t('common.retry')}
    </Button>
  ),
})

type BrokenPageProps = Pick<ErrorComponentProps, 'error'>

export const BrokenPage = ({ error }: BrokenPageProps) => <ErrorPage {...errorPageProps(error)} />

/** Shown inside the layout, whose menu and top bar still work. */
export const BrokenScreen = ({ error }: BrokenPageProps) => <ErrorContent {...errorPageProps(error)} />
