import { Button, Form, Input } from 'antd'
import { useState } from 'react'

import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { t } from '#platform/i18n.ts'
import type { SecondFactor } from '#platform/identity.ts'

import { appCodeForm, recoveryCodeForm } from './credentials.ts'
import { secondStep, supportsPasskeys } from './own-account.ts'

interface SecondStepProps {
  factors: readonly SecondFactor[]
  pending: boolean
  /** Called with the call that completes the sign-in. */
  onSubmit: (signIn: () => Promise<void>) => void
}

/** Asks for the code of the authenticator app, a recovery code or a passkey, after the password. */
export const SecondStep = ({ factors, pending, onSubmit }: SecondStepProps) => {
  const [form] = Form.useForm()
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false)
  const submitButton = (
    <Button type="primary" htmlType="submit" size="large" block loading={pending}>
      {t('auth.signin')}
    </Button>
  )
  return (
    <>
      {factors.includes('app') &&
        (usesRecoveryCode ? (
          <SchemaForm
            key="recovery"
            shape={recoveryCodeForm}
            form={form}
            requiredMark={false}
            onSubmit={({ recoveryCode }) => onSubmit(() => secondStep.recoveryCode(recoveryCode))}
          >
            <SchemaField shape={recoveryCodeForm} name="recoveryCode">
              <Input
                size="large"
                // Opened by the user, to type here.
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            </SchemaField>
            {submitButton}
          </SchemaForm>
        ) : (
          <SchemaForm
            key="app"
            shape={appCodeForm}
            form={form}
            requiredMark={false}
            onSubmit={({ code }) => onSubmit(() => secondStep.app(code))}
          >
            <SchemaField shape={appCodeForm} name="code">
              <Input
                size="large"
                // The only field of the second step.
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus
                inputMode="numeric"
                autoComplete="one-time-code"
              />
            </SchemaField>
            {submitButton}
          </SchemaForm>
        ))}
      {factors.includes('app') && (
        <Button block type="link" onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}>
          {usesRecoveryCode ? t('auth.secondStep.useApp') : t('auth.secondStep.useRecoveryCode')}
        </Button>
      )}
      {factors.includes('passkey') && supportsPasskeys() && (
        <Button block size="large" loading={pending} onClick={() => onSubmit(secondStep.passkey)}>
          {t('auth.secondStep.usePasskey')}
        </Button>
      )}
    </>
  )
}
