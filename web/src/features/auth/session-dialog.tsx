import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Button, Flex, Form, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'

import { messageOf } from '#platform/errors.ts'
import { PasswordInput } from '#platform/form/password-input.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { t } from '#platform/i18n.ts'
import { identity } from '#platform/identity.ts'
import type { SecondFactor } from '#platform/identity.ts'
import { session, useSignedInUser } from '#platform/session.ts'

import { FrameAlert } from './auth-alert.tsx'
import { passwordForm } from './credentials.ts'
import { paths } from './paths.ts'
import { SecondStep } from './second-step.tsx'
import { useSignOut } from './sign-out.ts'

import './session-dialog.css'

/** Resumes the session on focus, in case the user has signed in again in another tab. */
const useResumeOnFocus = () =>
  useEffect(() => {
    const onFocus = () => void session.resume().catch(() => undefined)
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])

/** Asks for the password again when the session ends during unsaved work. The page below keeps its state. */
export const SessionDialog = () => {
  const { email } = useSignedInUser()
  const [form] = Form.useForm()
  const signOut = useSignOut()
  const { history } = useRouter()
  const leave = () => signOut(paths.signin(history.location.href))
  const [neededFactors, setNeededFactors] = useState<readonly SecondFactor[]>([])
  const [isBack, setIsBack] = useState(false)
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: async (signIn: () => Promise<readonly SecondFactor[] | void>) => {
      const factors = (await signIn()) ?? []
      if (factors.length === 0) await session.resume()
      else setNeededFactors(factors)
    },
    meta: { handlesErrors: true },
  })
  useResumeOnFocus()
  return (
    <Modal
      open
      title={t('auth.sessionEnded.title')}
      mask={{ closable: false }}
      onCancel={leave}
      footer={null}
    >
      <p>{t('auth.sessionEnded.text')}</p>
      <FrameAlert message={error ? messageOf(error) : undefined} />
      {neededFactors.length > 0 ? (
        <>
          <SecondStep factors={neededFactors} pending={isPending} onSubmit={mutate} />
          <Flex wrap gap={8} justify="end" className="session-dialog-actions">
            <Button danger onClick={leave}>
              {t('form.unsaved.leave')}
            </Button>
            <Button
              disabled={isPending}
              onClick={() => {
                reset()
                setNeededFactors([])
                setIsBack(true)
              }}
            >
              {t('auth.sessionEnded.back')}
            </Button>
          </Flex>
        </>
      ) : (
        <SchemaForm
          shape={passwordForm}
          form={form}
          requiredMark={false}
          onSubmit={({ password }) => mutate(() => identity.signIn(email, password, false))}
        >
          <Form.Item label={t('user.fields.email')} htmlFor="session-email">
            <Input id="session-email" size="large" readOnly autoComplete="username" value={email} />
          </Form.Item>
          <SchemaField shape={passwordForm} name="password">
            <PasswordInput
              size="large"
              // The button that had the focus is gone.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={isBack}
              autoComplete="current-password"
            />
          </SchemaField>
          <p>
            <a href={paths.signin()} target="_blank" rel="noopener noreferrer">
              {t('auth.sessionEnded.otherWay')}
            </a>
          </p>
          <Flex wrap gap={8} justify="end">
            <Button danger onClick={leave}>
              {t('form.unsaved.leave')}
            </Button>
            <Button type="primary" htmlType="submit" loading={isPending}>
              {t('auth.signin')}
            </Button>
          </Flex>
        </SchemaForm>
      )}
    </Modal>
  )
}
