import { createErasure, reportPersonalData } from '@baseline/contract/data-protection/contract.ts'
import type { Subject } from '@baseline/contract/data-protection/contract.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Input, Modal } from 'antd'
import { z } from 'zod'

import { call } from '#platform/api.ts'
import { formOf } from '#platform/form/form-shape.ts'
import { SaveFailure } from '#platform/form/save-failure.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { useSave } from '#platform/form/use-save.ts'
import { t } from '#platform/i18n.ts'
import { Names } from '#platform/ui/confirm-dialog.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { ConfirmationField } from './confirmation-field.tsx'
import { dataProtectionKey } from './query-keys.ts'
import { Report } from './report.tsx'
import { useShownError } from './use-shown-error.ts'

const { reason } = createErasure.body.shape
const eraseForm = formOf(z.object({ reason }), { reason: 'dataProtection.erase.reason' })

export interface ErasureRequest {
  subject: Subject
  title: string
  /** Names of the records, so that the user sees what is erased. */
  names: readonly string[]
  /** The Survey Id or the name, which the user types to confirm. */
  confirmation: string
}

const useReport = (subject: Subject) => {
  const { data, error, refetch } = useQuery({
    queryKey: [...dataProtectionKey, 'report', subject],
    queryFn: ({ signal }) => call(reportPersonalData, { body: { subject }, signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { handlesErrors: true },
  })
  return { report: data, error: useShownError(error), onRetry: () => void refetch() }
}

interface EraseDialogProps {
  request: ErasureRequest
  onErased: () => void
  onClose: () => void
}

/** Shows what will be erased, and asks for a reason and a typed confirmation. */
export const EraseDialog = ({ request, onErased, onClose }: EraseDialogProps) => {
  const { subject } = request
  const [form] = Form.useForm()
  const queries = useQueryClient()
  const report = useReport(subject)
  const { mutate, isPending, error } = useSave({
    save: (values: z.output<typeof eraseForm.schema>, idempotencyKey) =>
      call(createErasure, { body: { subject, ...values }, idempotencyKey }),
    onSaved: () => {
      // Not the report: the dialog still shows it, and would read it again although the data may be erased.
      queries.removeQueries({
        queryKey: dataProtectionKey,
        predicate: ({ queryKey }) => queryKey.at(1) !== 'report',
      })
      toast.success(t('dataProtection.erase.started'))
      onErased()
    },
  })
  return (
    <Modal open title={request.title} footer={null} mask={{ closable: false }} onCancel={onClose}>
      <Names names={request.names} />
      <h3 className="dialog-heading">{t('dataProtection.erase.records')}</h3>
      <Report {...report} />
      <Alert
        className="erase-warning"
        type="warning"
        showIcon
        title={t('dataProtection.erase.warning')}
        description={t('dataProtection.erase.backups')}
      />
      <SchemaForm shape={eraseForm} form={form} busy={isPending} onSubmit={mutate}>
        <SchemaField shape={eraseForm} name="reason" extra={t('dataProtection.erase.reasonHint')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </SchemaField>
        <ConfirmationField text={request.confirmation} />
        <SaveFailure error={error} />
        <Flex gap={8} justify="end">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="primary" danger htmlType="submit" disabled={!report.report} loading={isPending}>
            {t('dataProtection.erase.confirm')}
          </Button>
        </Flex>
      </SchemaForm>
    </Modal>
  )
}
