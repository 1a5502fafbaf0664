import { NewUsers, createUsers } from '@baseline/contract/iam/contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input } from 'antd'

import { call } from '#platform/api.ts'
import { formOf } from '#platform/form/form-shape.ts'
import { RecordForm } from '#platform/form/record-form.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { t } from '#platform/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { Page } from '#platform/ui/page.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { DetailsField, MembershipsField, accessForm } from './access-fields.tsx'
import { EmailTags } from './email-tags.tsx'
import { paths } from './paths.ts'
import { refreshUsers } from './refresh-users.ts'
import { RolesInput } from './roles-input.tsx'

const newUsersForm = formOf(
  NewUsers.extend(accessForm.schema.shape),
  {
    emails: 'user.fields.emails',
    firstName: 'user.fields.firstName',
    lastName: 'user.fields.lastName',
    phoneNumber: 'user.fields.phoneNumber',
    roles: 'user.fields.roles',
    ...accessForm.labels,
  },
  'data',
)

/** Several people do not share a name, a phone number or user details. */
const useHasSeveralAddresses = () => {
  const emails: unknown = Form.useWatch('emails')
  return Array.isArray(emails) && emails.length > 1
}

/** Values typed before are not sent while the fields are hidden. */
const PersonFields = () => {
  if (useHasSeveralAddresses()) return <p className="reason">{t('iam.severalHint')}</p>
  return (
    <>
      <SchemaField shape={newUsersForm} name="firstName">
        <Input autoComplete="off" />
      </SchemaField>
      <SchemaField shape={newUsersForm} name="lastName">
        <Input autoComplete="off" />
      </SchemaField>
      <SchemaField shape={newUsersForm} name="phoneNumber">
        <Input inputMode="tel" autoComplete="off" />
      </SchemaField>
    </>
  )
}

const AccessFields = () => (
  <>
    {!useHasSeveralAddresses() && <DetailsField />}
    <MembershipsField />
  </>
)

/** Invites several people at once; creates all of them or none. spec §1, §2 */
export const NewUsersPage = () => {
  const go = useGo()
  const queries = useQueryClient()
  return (
    <Page
      title={t('iam.new.title')}
      intro={t('iam.new.hint')}
      back={{ path: paths.list(), label: t('iam.title') }}
      narrow
    >
      <RecordForm
        shape={newUsersForm}
        save={({ userDetailsName: _name, ...data }, _version, idempotencyKey) =>
          call(createUsers, { body: { data }, idempotencyKey })
        }
        onSaved={() => {
          toast.success(t('iam.doAddSuccess'))
          refreshUsers(queries)
          go(paths.list())
        }}
        cancelPath={paths.list()}
        saveLabel={t('iam.new.submit')}
      >
        <SchemaField shape={newUsersForm} name="emails" extra={t('iam.emailsHint')}>
          <EmailTags />
        </SchemaField>
        <PersonFields />
        <SchemaField shape={newUsersForm} name="roles">
          <RolesInput />
        </SchemaField>
        <AccessFields />
      </RecordForm>
    </Page>
  )
}
