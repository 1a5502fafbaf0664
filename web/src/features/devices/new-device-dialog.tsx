import { DeviceData, createDevice, listDevicePeople } from '@baseline/contract/devices/contract.ts'
import type { NewDevice } from '@baseline/contract/devices/contract.ts'
import { id } from '@baseline/contract/fields.ts'
import { can } from '@baseline/contract/permissions.ts'
import { Button, Flex, Form, Modal } from 'antd'
import type { FormInstance } from 'antd'
// The complete `Input` would also load text areas and passwords.
import Input from 'antd/es/input/Input'
import { useRef } from 'react'
import { z } from 'zod'

import { call } from '#platform/api.ts'
import { formValues, placeProblems } from '#platform/form/form-instance.ts'
import { formOf } from '#platform/form/form-shape.ts'
import { RecordPicker } from '#platform/form/record-picker.tsx'
import { SaveFailure } from '#platform/form/save-failure.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { useSave } from '#platform/form/use-save.ts'
import { t } from '#platform/i18n.ts'
import { useSignedInUser } from '#platform/session.ts'

import { SurveysSelect } from './surveys-select.tsx'

const { label, userDetailsId, surveys } = DeviceData.shape

const formFor = (isPersonRequired: boolean) =>
  formOf(
    z.object({ userDetailsId: isPersonRequired ? id : userDetailsId, label, surveys }),
    {
      userDetailsId: 'entities.devices.fields.person',
      label: 'entities.devices.fields.label',
      surveys: 'entities.devices.fields.surveys',
    },
    'data',
  )

const suggestPeople = async (query: string, signal: AbortSignal) => {
  const filter = query === '' ? {} : { search: query }
  const { rows } = await call(listDevicePeople, { query: { filter, limit: 20 }, signal })
  return rows.map(({ id: personId, name, managerName }) => ({
    id: personId,
    label: name,
    detail: managerName,
  }))
}

/** Suggests the name of the person as the label, until the user types another one. */
const useSuggestedLabel = (form: FormInstance) => {
  const suggestion = useRef('')
  return (name: string): void => {
    const current = formValues(form)['label']
    const text = typeof current === 'string' ? current.trim() : ''
    if (text === '' || text === suggestion.current.trim()) form.setFieldValue('label', name)
    suggestion.current = name
  }
}

interface NewDeviceDialogProps {
  onCreated: (device: NewDevice) => void
  onClose: () => void
}

/** Creates one device. Users who may create devices of their team only must choose a person. */
export const NewDeviceDialog = ({ onCreated, onClose }: NewDeviceDialogProps) => {
  const [form] = Form.useForm()
  const suggestLabel = useSuggestedLabel(form)
  const shape = formFor(!can(useSignedInUser(), 'devicesEditAll'))
  const { mutate, isPending, error } = useSave({
    save: (data: z.output<typeof shape.schema>, idempotencyKey) =>
      call(createDevice, { body: { data }, idempotencyKey }),
    onSaved: onCreated,
    placeProblems: (problem) => placeProblems(form, shape, problem),
  })
  return (
    <Modal
      open
      title={t('entities.devices.new.title')}
      width={480}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <SchemaForm shape={shape} form={form} busy={isPending} onSubmit={mutate}>
        <SchemaField shape={shape} name="userDetailsId" extra={t('entities.devices.new.personHint')}>
          <RecordPicker
            name="device-people"
            suggest={suggestPeople}
            onPick={(person) => suggestLabel(person?.label ?? '')}
          />
        </SchemaField>
        <SchemaField shape={shape} name="label" extra={t('entities.devices.new.labelHint')}>
          <Input maxLength={255} autoComplete="off" />
        </SchemaField>
        <SchemaField shape={shape} name="surveys">
          <SurveysSelect />
        </SchemaField>
        <SaveFailure error={error} />
        <Flex gap={8} justify="end">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={isPending}>
            {t('entities.devices.new.action')}
          </Button>
        </Flex>
      </SchemaForm>
    </Modal>
  )
}
