import {
  UserDetailsData,
  createUserDetails,
  genders,
  getUserDetails,
  updateUserDetails,
} from '@baseline/contract/user-details/contract.ts'
import type { UserDetails } from '@baseline/contract/user-details/contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Input, Select, Skeleton } from 'antd'

import { call } from '#platform/api.ts'
import { DateInput } from '#platform/form/date-input.tsx'
import { formOf } from '#platform/form/form-shape.ts'
import { RecordForm } from '#platform/form/record-form.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { t, textOf } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { lastAddress, useGo, useRecordId } from '#platform/navigation.ts'
import { Page } from '#platform/ui/page.tsx'
import { toast } from '#platform/ui/toast.tsx'
import { useRecord } from '#platform/use-record.ts'

import { userDetailsList } from './list.ts'
import { ManagerField } from './manager-field.tsx'
import { paths } from './paths.ts'

export const userDetailsForm = formOf(
  UserDetailsData,
  {
    firstName: 'entities.userDetails.fields.firstName',
    lastName: 'entities.userDetails.fields.lastName',
    mobileNumber: 'entities.userDetails.fields.mobileNumber',
    managerId: 'entities.userDetails.fields.managerId',
    managerName: 'entities.userDetails.fields.managerName',
    onboardingDate: 'entities.userDetails.fields.onboardingDate',
    gender: 'entities.userDetails.fields.gender',
  },
  'data',
)

const valuesOf = (record: UserDetails): UserDetailsData => ({
  firstName: record.firstName,
  lastName: record.lastName,
  mobileNumber: record.mobileNumber,
  managerId: record.managerId,
  managerName: record.managerName,
  onboardingDate: record.onboardingDate,
  gender: record.gender,
})

/** Form for creating and editing. spec §2, §3 */
const UserDetailsForm = ({ record }: { record?: UserDetails }) => {
  const go = useGo()
  const queries = useQueryClient()
  return (
    <RecordForm
      shape={userDetailsForm}
      {...(record && { initialValues: valuesOf(record), version: record.version })}
      save={(data, version, idempotencyKey) =>
        record
          ? call(updateUserDetails, {
              params: { id: record.id },
              body: { id: record.id, data },
              ...(version !== undefined && { ifMatch: version }),
            })
          : call(createUserDetails, { body: { data }, idempotencyKey })
      }
      onSaved={() => {
        toast.success(
          record ? t('entities.userDetails.update.success') : t('entities.userDetails.create.success'),
        )
        void queries.invalidateQueries({ queryKey: listKey(userDetailsList.name) })
        // A new record may not match the last filters.
        go(record ? lastAddress(paths.list()) : paths.list())
      }}
      cancelPath={record ? paths.view(record.id) : paths.list()}
      leadingFields={{ managerId: 'managerName' }}
      show={{ gender: (value) => textOf(`entities.userDetails.genders.${String(value)}`) }}
    >
      <SchemaField shape={userDetailsForm} name="firstName">
        <Input autoComplete="off" />
      </SchemaField>
      <SchemaField shape={userDetailsForm} name="lastName">
        <Input autoComplete="off" />
      </SchemaField>
      <SchemaField shape={userDetailsForm} name="mobileNumber">
        <Input inputMode="tel" autoComplete="off" />
      </SchemaField>
      <ManagerField shape={userDetailsForm} excludedId={record?.id} />
      <SchemaField shape={userDetailsForm} name="onboardingDate">
        <DateInput />
      </SchemaField>
      <SchemaField shape={userDetailsForm} name="gender">
        <Select
          options={genders.map((value) => ({ value, label: t(`entities.userDetails.genders.${value}`) }))}
        />
      </SchemaField>
    </RecordForm>
  )
}

export const NewUserDetailsPage = () => (
  <Page
    title={t('entities.userDetails.new')}
    back={{ path: paths.list(), label: t('entities.userDetails.title') }}
    narrow
  >
    <UserDetailsForm />
  </Page>
)

export const EditUserDetailsPage = () => {
  const id = useRecordId()
  const record = useRecord({
    key: ['user-details', id],
    load: (signal) => call(getUserDetails, { params: { id }, signal }),
    onFailure: paths.list(),
  })
  return (
    <Page
      title={t('entities.userDetails.edit')}
      back={{ path: paths.list(), label: t('entities.userDetails.title') }}
      narrow
    >
      {record ? <UserDetailsForm record={record} /> : <Skeleton active paragraph={{ rows: 8 }} />}
    </Page>
  )
}
