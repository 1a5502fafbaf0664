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
  /** What the field for the address starts with. */
  email?: string
  onSubmit: (credentials: { email: string; password: string; rememberMe: boolean }) => void
  /** Stands at the end of the line that holds "Remember me". */
  aside?: ReactNode
}

/** Email, password and the one button; shared by the sign-in page and the link that confirms an email. */
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
