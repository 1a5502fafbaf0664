import { UserData } from '@baseline/contract/iam/contract.ts'
import { administratorRole } from '@baseline/contract/permissions.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { autocompleteUserDetails } from '@baseline/contract/user-details/contract.ts'
import { Form, Input } from 'antd'
import { z } from 'zod'

import { call } from '#platform/api.ts'
import { formOf } from '#platform/form/form-shape.ts'
import { RecordPicker } from '#platform/form/record-picker.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { t } from '#platform/i18n.ts'

import { MembershipsInput } from './memberships-input.tsx'

/** The fields of a form that set the access of a user. The name of the details is shown, and never sent. */
export const accessForm = formOf(
  UserData.pick({ userDetailsId: true, memberships: true }).extend({ userDetailsName: z.string().nullish() }),
  {
    userDetailsId: 'user.fields.userDetailsId',
    userDetailsName: 'user.fields.userDetailsName',
    memberships: 'user.fields.memberships',
  },
  'data',
)

export const DetailsField = () => {
  const form = Form.useFormInstance<{ userDetailsName?: string | null }>()
  const name = Form.useWatch('userDetailsName', form)
  return (
    <>
      <SchemaField shape={accessForm} name="userDetailsId" extra={t('iam.memberships.detailsHint')}>
        <RecordPicker
          name="user-details"
          label={name ?? null}
          suggest={(query, signal) => call(autocompleteUserDetails, { query: { query, limit: 20 }, signal })}
          onPick={(option) => form.setFieldValue('userDetailsName', option?.label ?? null)}
        />
      </SchemaField>
      <Form.Item name="userDetailsName" hidden>
        <Input />
      </Form.Item>
    </>
  )
}

/** Managers see all responses, so the choice has no effect on them. */
export const MembershipsField = () => {
  const chosenRoles = Form.useWatch<Role[] | undefined>('roles')
  const isManager = chosenRoles?.includes(administratorRole)
  return (
    <SchemaField
      shape={accessForm}
      name="memberships"
      extra={t(isManager ? 'iam.memberships.managers' : 'iam.memberships.hint')}
    >
      <MembershipsInput />
    </SchemaField>
  )
}
