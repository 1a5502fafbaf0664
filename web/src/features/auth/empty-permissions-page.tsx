import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'

import { t } from '#platform/i18n.ts'
import { homePath, useGo } from '#platform/navigation.ts'
import { session, useCurrentUser } from '#platform/session.ts'
import { toast } from '#platform/ui/toast.tsx'

import { AuthFrame } from './auth-frame.tsx'
import { SignOutLink } from './sign-out-link.tsx'

/** spec §2: waits until someone grants a role. */
export const EmptyPermissionsPage = () => {
  const user = useCurrentUser()
  const go = useGo()
  const check = useMutation({
    mutationFn: () => session.load(),
    onSuccess: () => {
      if (session.current()?.roles.length) go(homePath, { replace: true })
      else toast.error(t('auth.emptyPermissions.still'))
    },
  })
  if (!user) return null
  return (
    <AuthFrame title={t('auth.emptyPermissions.title')} intro={t('auth.emptyPermissions.message')}>
      <div className="auth-actions">
        <Button size="large" block loading={check.isPending} onClick={() => check.mutate()}>
          {t('auth.emptyPermissions.check')}
        </Button>
      </div>
      <SignOutLink />
    </AuthFrame>
  )
}
