import type { CurrentUser } from '@baseline/contract/auth/contract.ts'
import { can } from '@baseline/contract/permissions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, QRCode, Skeleton } from 'antd'
import { useState } from 'react'

import { messageOf } from '#platform/errors.ts'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { t } from '#platform/i18n.ts'
import { ListFailure } from '#platform/list/list-states.tsx'
import { session, useSignedInUser } from '#platform/session.ts'
import { formatInstant } from '#platform/time.ts'
import { toast } from '#platform/ui/toast.tsx'

import { FrameAlert } from './auth-alert.tsx'
import { appCodeForm } from './credentials.ts'
import { deviceName } from './device-name.ts'
import { ownAccount, supportsPasskeys } from './own-account.ts'
import type { AppKey, Passkey } from './own-account.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { isSecondFactorOverdue } from './second-factor-deadline.ts'

const stateKey = ['identity', 'second-factor']

/** Reloads the state here, and the user, whose deadline may have been met. */
const useReload = () => {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: stateKey })
    await session.refresh()
  }
}

const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <div className="recovery-codes">
    {/* The form that had the focus is gone. */}
    <h3 id="recovery-codes" ref={(heading) => heading?.focus()} tabIndex={-1}>
      {t('auth.secondFactor.recoveryCodes')}
    </h3>
    <p>{t('auth.secondFactor.recoveryHint')}</p>
    <ul aria-labelledby="recovery-codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <div className="button-row">
      <Button onClick={() => window.print()}>{t('auth.secondFactor.print')}</Button>
      <Button type="primary" onClick={onClose}>
        {t('auth.secondFactor.kept')}
      </Button>
    </div>
  </div>
)

const ConfirmApp = ({ appKey, onConfirmed }: { appKey: AppKey; onConfirmed: () => void }) => {
  const [form] = Form.useForm()
  const { mutate, error, isPending } = useMutation({
    mutationFn: ownAccount.confirmApp,
    onSuccess: onConfirmed,
    meta: { handlesErrors: true },
  })
  const key = new URL(appKey.uri).searchParams.get('secret') ?? ''
  return (
    <>
      {/* The text below has the same key. */}
      <div aria-hidden="true">
        <QRCode value={appKey.uri} type="svg" color="#000" bgColor="#fff" />
      </div>
      <p className="app-key">{t('auth.secondFactor.scan', { key })}</p>
      <FrameAlert message={error ? messageOf(error) : undefined} />
      <SchemaForm shape={appCodeForm} form={form} requiredMark={false} onSubmit={({ code }) => mutate(code)}>
        <SchemaField shape={appCodeForm} name="code">
          <Input size="large" inputMode="numeric" autoComplete="one-time-code" />
        </SchemaField>
        <Button type="primary" htmlType="submit" loading={isPending}>
          {t('auth.secondFactor.confirm')}
        </Button>
      </SchemaForm>
    </>
  )
}

const AuthenticatorApp = ({ isOn }: { isOn: boolean }) => {
  const reload = useReload()
  const [question, setQuestion] = useState<'setUp' | 'turnOff' | 'newRecoveryCodes'>()
  const [appKey, setAppKey] = useState<AppKey>()
  const [codes, setCodes] = useState<readonly string[]>()
  const actions = {
    setUp: async (password: string) => setAppKey(await ownAccount.createAppKey(password)),
    turnOff: async (password: string) => {
      await ownAccount.removeApp(password)
      toast.success(t('auth.secondFactor.turnedOff'))
      await reload()
    },
    newRecoveryCodes: async (password: string) => setCodes(await ownAccount.createRecoveryCodes(password)),
  }
  if (codes) return <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
  return (
    <div>
      <h3>{t('auth.secondFactor.app')}</h3>
      {appKey ? (
        <ConfirmApp
          appKey={appKey}
          onConfirmed={() => {
            setCodes(appKey.recoveryCodes)
            setAppKey(undefined)
            void reload()
          }}
        />
      ) : (
        <>
          <p>{isOn ? t('auth.secondFactor.appOn') : t('auth.secondFactor.appOff')}</p>
          {isOn ? (
            <div className="button-row">
              <Button onClick={() => setQuestion('newRecoveryCodes')}>
                {t('auth.secondFactor.newRecoveryCodes')}
              </Button>
              <Button danger onClick={() => setQuestion('turnOff')}>
                {t('auth.secondFactor.turnOff')}
              </Button>
            </div>
          ) : (
            <Button onClick={() => setQuestion('setUp')}>{t('auth.secondFactor.setUp')}</Button>
          )}
        </>
      )}
      {question && (
        <PasswordDialog
          title={t(`auth.secondFactor.${question}`)}
          onSubmit={actions[question]}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  )
}

const Passkeys = ({ passkeys }: { passkeys: readonly Passkey[] }) => {
  const reload = useReload()
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey>()
  return (
    <div>
      <h3>{t('auth.secondFactor.passkeys')}</h3>
      <p>{t('auth.secondFactor.passkeysHint')}</p>
      <ul className="signed-in-devices">
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <strong>{passkey.name}</strong>
              <span>{formatInstant(passkey.createdAt)}</span>
            </div>
            <Button
              aria-label={t('auth.secondFactor.removePasskey', { name: passkey.name })}
              onClick={() => setRemoved(passkey)}
            >
              {t('auth.secondFactor.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {supportsPasskeys() && (
        <Button onClick={() => setIsAdding(true)}>{t('auth.secondFactor.addPasskey')}</Button>
      )}
      {isAdding && (
        <PasswordDialog
          title={t('auth.secondFactor.addPasskey')}
          onSubmit={async (password) => {
            await ownAccount.addPasskey(password, deviceName(navigator.userAgent))
            toast.success(t('auth.secondFactor.passkeyAdded'))
            await reload()
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {removed && (
        <PasswordDialog
          title={t('auth.secondFactor.removePasskey', { name: removed.name })}
          onSubmit={async (password) => {
            await ownAccount.removePasskey(removed.id, password)
            toast.success(t('auth.secondFactor.passkeyRemoved'))
            await reload()
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </div>
  )
}

/** Says until when the role needs a second factor. */
const Deadline = ({ user, dueAt }: { user: CurrentUser; dueAt: string }) => {
  const [isOverdue] = useState(() => isSecondFactorOverdue(user))
  return (
    <Alert
      type="warning"
      showIcon
      title={
        isOverdue
          ? t('auth.secondFactor.overdue')
          : t('auth.secondFactor.due', { date: formatInstant(dueAt) })
      }
    />
  )
}

/** Lets users set up an authenticator app and passkeys. */
export const SecondFactorSection = () => {
  const user = useSignedInUser()
  const {
    data: state,
    error,
    refetch,
  } = useQuery({ queryKey: stateKey, queryFn: ownAccount.secondFactor, meta: { handlesErrors: true } })
  const { dueAt } = user.secondFactor
  const isSet = state && (state.hasApp || state.passkeys.length > 0)
  return (
    <section aria-labelledby="security-second-factor" className="second-factor">
      <h2 id="security-second-factor">{t('auth.secondFactor.title')}</h2>
      {dueAt !== null && <Deadline user={user} dueAt={dueAt} />}
      <p>
        {t('auth.secondFactor.intro')}{' '}
        {isSet === false && dueAt === null && can(user, 'iamEdit') && t('auth.secondFactor.recommended')}
      </p>
      {error && <ListFailure error={error} onRetry={() => void refetch()} />}
      {state === undefined && !error && <Skeleton active paragraph={{ rows: 2 }} />}
      {state?.hasPassword === false && <p>{t('auth.secondFactor.provider')}</p>}
      {state?.hasPassword && (
        <>
          <AuthenticatorApp isOn={state.hasApp} />
          <Passkeys passkeys={state.passkeys} />
        </>
      )}
    </section>
  )
}
