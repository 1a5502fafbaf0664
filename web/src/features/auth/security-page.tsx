import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Skeleton } from 'antd'
import { useState } from 'react'

import { PasswordInput } from '#platform/form/password-input.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { t } from '#platform/i18n.ts'
import { ListFailure } from '#platform/list/list-states.tsx'
import { useSignedInUser } from '#platform/session.ts'
import { formatInstant } from '#platform/time.ts'
import { Page } from '#platform/ui/page.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { NewPasswordField } from './account-fields.tsx'
import { changePasswordForm } from './credentials.ts'
import { deviceName } from './device-name.ts'
import { ownAccount } from './own-account.ts'
import type { Session } from './own-account.ts'
import { paths } from './paths.ts'
import { isSecondFactorOverdue } from './second-factor-deadline.ts'
import { SecondFactorSection } from './second-factor-section.tsx'

import './security-page.css'

const sessionsKey = ['identity', 'sessions']

const ChangePassword = () => {
  const [form] = Form.useForm()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: ({ currentPassword, password }: { currentPassword: string; password: string }) =>
      ownAccount.changePassword(currentPassword, password),
    onSuccess: async () => {
      form.resetFields()
      toast.success(t('auth.security.changed'))
      await queries.invalidateQueries({ queryKey: sessionsKey })
    },
  })
  return (
    <section aria-labelledby="security-password">
      <h2 id="security-password">{t('auth.security.password')}</h2>
      <SchemaForm
        shape={changePasswordForm}
        form={form}
        busy={change.isPending}
        onSubmit={(values) => change.mutate(values)}
      >
        <SchemaField shape={changePasswordForm} name="currentPassword">
          <PasswordInput size="large" autoComplete="current-password" />
        </SchemaField>
        <NewPasswordField shape={changePasswordForm} />
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          {t('auth.security.change')}
        </Button>
      </SchemaForm>
    </section>
  )
}

const Device = ({ session }: { session: Session }) => {
  const queries = useQueryClient()
  const device = deviceName(session.userAgent)
  const signOut = useMutation({
    mutationFn: () => ownAccount.endSession(session.id),
    onSuccess: async () => {
      toast.success(t('auth.security.signedOut', { device }))
      await queries.invalidateQueries({ queryKey: sessionsKey })
    },
  })
  return (
    <li>
      <div>
        <strong>{device}</strong>
        <span>
          {session.isCurrent
            ? t('auth.security.thisDevice')
            : t('auth.security.lastUsed', { at: formatInstant(session.usedAt) })}
        </span>
      </div>
      {!session.isCurrent && (
        <Button
          aria-label={t('auth.security.signOutOf', { device })}
          loading={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          {t('auth.security.signOut')}
        </Button>
      )}
    </li>
  )
}

const Devices = () => {
  const {
    data: sessions,
    error,
    refetch,
  } = useQuery({ queryKey: sessionsKey, queryFn: ownAccount.sessions, meta: { handlesErrors: true } })
  return (
    <section aria-labelledby="security-devices">
      <h2 id="security-devices">{t('auth.security.devices')}</h2>
      {error && <ListFailure error={error} onRetry={() => void refetch()} />}
      {sessions && (
        <ul className="signed-in-devices">
          {sessions.map((session) => (
            <Device key={session.id} session={session} />
          ))}
        </ul>
      )}
      {!sessions && !error && <Skeleton active paragraph={{ rows: 2 }} />}
    </section>
  )
}

/** Lets users change their password, set up a second factor and sign out of other devices. */
export const SecurityPage = () => {
  const user = useSignedInUser()
  // Decided once: the section must not move while it shows the recovery codes.
  const [asksForFactor] = useState(() => isSecondFactorOverdue(user))
  return (
    <Page
      title={t('auth.security.title')}
      narrow
      // While the second factor is overdue, the profile leads back to this page.
      {...(!isSecondFactorOverdue(user) && {
        back: { path: paths.profile(), label: t('auth.profile.menu') },
      })}
    >
      <div className="security">
        {asksForFactor && <SecondFactorSection />}
        <ChangePassword />
        {!asksForFactor && <SecondFactorSection />}
        <Devices />
      </div>
    </Page>
  )
}
