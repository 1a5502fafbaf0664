import { updateRetention } from '@baseline/contract/data-protection/contract.ts'
import type { SurveyRetention } from '@baseline/contract/data-protection/contract.ts'
import { optional } from '@baseline/contract/fields.ts'
import { wholeNumber } from '@baseline/contract/list.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Modal } from 'antd'
// The complete `Input` would also load text areas and passwords.
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { z } from 'zod'

import { call } from '#platform/api.ts'
import { formOf } from '#platform/form/form-shape.ts'
import { SaveFailure } from '#platform/form/save-failure.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { useSave } from '#platform/form/use-save.ts'
import { t } from '#platform/i18n.ts'
import { formatInstant } from '#platform/time.ts'
import { toast } from '#platform/ui/toast.tsx'

import { ConfirmationField } from './confirmation-field.tsx'
import { addMonths } from './due-date.ts'
import { dataProtectionKey } from './query-keys.ts'

/** Reads the typed months; a blank field keeps the data. */
const months = optional(wholeNumber.pipe(updateRetention.body.shape.data.shape.months.unwrap()))
const retentionForm = formOf(z.object({ months }), { months: 'dataProtection.retention.input' })

/** Returns when the personal data would be removed; undefined if the survey keeps them. */
const dueDateOf = ({ closedAt, anonymisedAt }: SurveyRetention, typed: unknown): string | undefined => {
  const period = months.safeParse(typed).data
  return closedAt !== null && anonymisedAt === null && period ? addMonths(closedAt, period) : undefined
}

/** Sets the period of a survey. A period that has already ended needs a typed confirmation. */
export const RetentionDialog = ({ survey, onClose }: { survey: SurveyRetention; onClose: () => void }) => {
  const [form] = Form.useForm<Record<string, unknown>>()
  const queries = useQueryClient()
  const [now] = useState(() => new Date().toISOString())
  const dueAt = dueDateOf(survey, Form.useWatch('months', form))
  const hasPassed = dueAt !== undefined && dueAt <= now
  const { mutate, isPending, error } = useSave({
    save: (values: z.output<typeof retentionForm.schema>) =>
      call(updateRetention, {
        params: { surveyId: survey.surveyId },
        body: { data: { months: values.months ?? null } },
      }),
    onSaved: () => {
      toast.success(t('dataProtection.retention.saved'))
      onClose()
      void queries.invalidateQueries({ queryKey: dataProtectionKey })
    },
  })
  return (
    <Modal
      open
      title={t('dataProtection.retention.title', { survey: survey.label })}
      width={480}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <SchemaForm
        shape={retentionForm}
        form={form}
        busy={isPending}
        initialValues={{ months: String(survey.months ?? '') }}
        onSubmit={mutate}
      >
        <SchemaField shape={retentionForm} name="months" extra={t('dataProtection.retention.inputHint')}>
          <Input
            style={{ width: 160 }}
            inputMode="numeric"
            maxLength={16}
            autoComplete="off"
            // Opened by the user, to type here.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
        </SchemaField>
        <div role="status">
          {dueAt !== undefined && !hasPassed && (
            <p>{t('dataProtection.retention.due', { date: formatInstant(dueAt).slice(0, 10) })}</p>
          )}
          {hasPassed && (
            <Alert
              className="erase-warning"
              type="warning"
              showIcon
              title={t('dataProtection.retention.passed', { survey: survey.label })}
            />
          )}
        </div>
        {hasPassed && <ConfirmationField text={survey.label} />}
        <SaveFailure error={error} />
        <Flex gap={8} justify="end">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="primary" danger={hasPassed} htmlType="submit" loading={isPending}>
            {hasPassed ? t('dataProtection.retention.saveAndRemove') : t('common.save')}
          </Button>
        </Flex>
      </SchemaForm>
    </Modal>
  )
}
