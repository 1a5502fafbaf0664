import { Button, Checkbox, Form } from 'antd'
import type { ReactNode } from 'react'

import { PasswordInput } from '#platform/form/password-input.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { t } from '#platform/i18n.ts'

import { EmailField } from './account-fields.tsx'
import { signinForm } from './credentials.ts'

interface SigninFieldsProps {
  pending: boolean
  /** Initial value of the email field. */
  email?: string
  onSubmit: (credentials: { email: string; password: string; rememberMe: boolean }) => void
  /** Shown at the end of the "Remember me" line. */
  aside?: ReactNode
}

/** Email, password and submit button, shared by the sign-in page and the page that confirms an email. */
export const SigninFields = ({ pending, email = '', onSubmit, aside }: SigninFieldsProps) => {
  const [form] = Form.useForm()
  return (
    <SchemaForm
      shape={signinForm}
      form={form}
      requiredMark={false}
      initialValues={{ email, rememberMe: true }}
      onSubmit={({ rememberMe = false, ...credentials }) => onSubmit({ ...credentials, rememberMe })}
    >
      <EmailField />
      <SchemaField shape={signinForm} name="password">
        <PasswordInput size="large" autoComplete="current-password" />
      </SchemaField>
      <div className="auth-line">
        <Form.Item name="rememberMe" valuePropName="checked" noStyle>
          <Checkbox>{t('user.fields.rememberMe')}</Checkbox>
        </Form.Item>
        {aside}
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={pending}>
        {t('auth.signin')}
      </Button>
    </SchemaForm>
  )
}
