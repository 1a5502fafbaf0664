import { resetSecondFactor } from '@baseline/contract/iam/contract.ts'
import type { User } from '@baseline/contract/iam/contract.ts'
import { useMutation } from '@tanstack/react-query'
import { Button, Flex, Form, Input, Modal } from 'antd'

import { call } from '#platform/api.ts'
import { formOf } from '#platform/form/form-shape.ts'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { t } from '#platform/i18n.ts'
import { toast } from '#platform/ui/toast.tsx'

import { nameOf } from './person.tsx'

const reasonForm = formOf(resetSecondFactor.body, { reason: 'iam.resetSecondFactor.reason' })

/** Asks why the second factor of a user is reset. The reason is stored in the audit log. */
export const ResetSecondFactor = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const [form] = Form.useForm()
  const reset = useMutation({
    mutationFn: (reason: string) => call(resetSecondFactor, { params: { id: user.id }, body: { reason } }),
    onSuccess: () => {
      toast.success(t('iam.resetSecondFactor.done'))
      onClose()
    },
  })
  return (
    <Modal
      open
      title={t('iam.resetSecondFactor.title', { name: nameOf(user) })}
      onCancel={onClose}
      footer={null}
    >
      <p>{t('iam.resetSecondFactor.text')}</p>
      <SchemaForm shape={reasonForm} form={form} onSubmit={({ reason }) => reset.mutate(reason)}>
        <SchemaField shape={reasonForm} name="reason">
          <Input.TextArea
            rows={2}
            // Opened by the user, to type here.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
        </SchemaField>
        <Flex gap={8} justify="end">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="primary" danger htmlType="submit" loading={reset.isPending}>
            {t('iam.resetSecondFactor.action')}
          </Button>
        </Flex>
      </SchemaForm>
    </Modal>
  )
}
