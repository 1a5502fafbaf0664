import { useMutation } from '@tanstack/react-query'
import { Button, Flex, Form, Modal } from 'antd'

import { messageOf } from '#platform/errors.ts'
import { PasswordInput } from '#platform/form/password-input.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { t } from '#platform/i18n.ts'

import { FrameAlert } from './auth-alert.tsx'
import { passwordForm } from './credentials.ts'

interface PasswordDialogProps {
  title: string
  /** Called with the password; its errors are shown in the dialog. */
  onSubmit: (password: string) => Promise<void>
  onClose: () => void
}

/** Asks for the password before a change of the second factor. */
export const PasswordDialog = ({ title, onSubmit, onClose }: PasswordDialogProps) => {
  const [form] = Form.useForm()
  const { mutate, error, isPending } = useMutation({
    mutationFn: onSubmit,
    onSuccess: onClose,
    meta: { handlesErrors: true },
  })
  return (
    <Modal open title={title} onCancel={onClose} footer={null} destroyOnHidden>
      <FrameAlert message={error ? messageOf(error) : undefined} />
      <SchemaForm
        shape={passwordForm}
        form={form}
        name="confirm"
        requiredMark={false}
        onSubmit={({ password }) => mutate(password)}
      >
        <SchemaField shape={passwordForm} name="password">
          <PasswordInput
            size="large"
            // Opened by the user, to type here.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            autoComplete="current-password"
          />
        </SchemaField>
        <Flex gap={8} justify="end">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={isPending}>
            {title}
          </Button>
        </Flex>
      </SchemaForm>
    </Modal>
  )
}
