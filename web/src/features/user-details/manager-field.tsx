import { autocompleteUserDetails } from '@baseline/contract/user-details/contract.ts'
import type { UserDetailsData } from '@baseline/contract/user-details/contract.ts'
import { Form, Input } from 'antd'

import { call } from '#platform/api.ts'
import type { FormShape } from '#platform/form/form-shape.ts'
import { RecordPicker } from '#platform/form/record-picker.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { t } from '#platform/i18n.ts'

interface ManagerFieldProps {
  shape: FormShape<typeof UserDetailsData>
  /** Id of the edited record, because a person cannot be their own manager. */
  excludedId: string | undefined
}

/**
 * Picks the manager from the other records. A name from an import without a record stays until the user picks
 * one.
 */
export const ManagerField = ({ shape, excludedId: except }: ManagerFieldProps) => {
  const form = Form.useFormInstance<UserDetailsData>()
  const name = Form.useWatch('managerName', form)
  const id = Form.useWatch('managerId', form)
  return (
    <>
      <SchemaField
        shape={shape}
        name="managerId"
        extra={name && !id ? t('entities.userDetails.managerByName', { name }) : undefined}
      >
        <RecordPicker
          name="user-details"
          label={name ?? null}
          excludedId={except}
          suggest={(query, signal) => call(autocompleteUserDetails, { query: { query, limit: 20 }, signal })}
          onPick={(option) => form.setFieldValue('managerName', option?.label ?? null)}
        />
      </SchemaField>
      <Form.Item name="managerName" hidden>
        <Input />
      </Form.Item>
    </>
  )
}
