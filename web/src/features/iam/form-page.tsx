import { Membership, UserData, getUser, updateUser } from '@baseline/contract/iam/contract.ts'
import type { User } from '@baseline/contract/iam/contract.ts'
import { administratorRole, roles } from '@baseline/contract/permissions.ts'
import { avatarFolders } from '@baseline/contract/storage/folders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, Skeleton } from 'antd'
import { z } from 'zod'

import { call } from '#platform/api.ts'
import { formOf } from '#platform/form/form-shape.ts'
import { ImageField } from '#platform/form/image-field.tsx'
import { showAvatars } from '#platform/form/image-tile.tsx'
import { formAvatars, idsOf } from '#platform/form/image-value.ts'
import { RecordForm } from '#platform/form/record-form.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { t } from '#platform/i18n.ts'
import { lastAddress, useGo, useRecordId } from '#platform/navigation.ts'
import { session, useSignedInUser } from '#platform/session.ts'
import { Page } from '#platform/ui/page.tsx'
import { toast } from '#platform/ui/toast.tsx'
import { useRecord } from '#platform/use-record.ts'

import { DetailsField, MembershipsField, accessForm } from './access-fields.tsx'
import { membershipsText } from './memberships-text.ts'
import { paths } from './paths.ts'
import { rolesText } from './person.tsx'
import { refreshUsers, userKey } from './refresh-users.ts'
import { RolesInput } from './roles-input.tsx'
import { useSurveyNames } from './use-survey-names.ts'

const userForm = formOf(
  UserData.omit({ id: true }).extend({ ...accessForm.schema.shape, avatars: formAvatars }),
  {
    firstName: 'user.fields.firstName',
    lastName: 'user.fields.lastName',
    phoneNumber: 'user.fields.phoneNumber',
    roles: 'user.fields.roles',
    avatars: 'user.fields.avatars',
    ...accessForm.labels,
  },
  'data',
)

const showRoles = (value: unknown) =>
  Array.isArray(value) ? rolesText(roles.filter((role) => value.includes(role))) : ''

const UserForm = ({ user }: { user: User }) => {
  const me = useSignedInUser()
  const go = useGo()
  const queries = useQueryClient()
  const isMe = user.id === me.id
  const { id, email, firstName, lastName, phoneNumber, userDetailsId, userDetailsName, memberships } = user
  const surveys = useSurveyNames() ?? []
  return (
    <RecordForm
      shape={userForm}
      initialValues={{
        firstName,
        lastName,
        phoneNumber,
        roles: user.roles,
        avatars: user.avatars,
        userDetailsId,
        userDetailsName,
        memberships,
      }}
      version={user.version}
      save={({ avatars, userDetailsName: _name, ...data }, version) =>
        call(updateUser, {
          body: { data: { id, ...data, avatars: idsOf(avatars) } },
          ...(version !== undefined && { ifMatch: version }),
        })
      }
      onSaved={() => {
        toast.success(t('iam.doUpdateSuccess'))
        // Updates the top bar and the menu when users edit their own account. spec §4
        if (isMe) void session.load().catch(() => undefined)
        refreshUsers(queries)
        go(lastAddress(paths.list()))
      }}
      cancelPath={paths.view(id)}
      leadingFields={{ userDetailsId: 'userDetailsName' }}
      show={{
        roles: showRoles,
        avatars: showAvatars,
        memberships: (value) => membershipsText(z.array(Membership).parse(value ?? []), surveys),
      }}
    >
      <Form.Item label={t('user.fields.email')} htmlFor="user-email">
        <Input id="user-email" value={email} title={email} readOnly variant="filled" />
      </Form.Item>
      <SchemaField shape={userForm} name="avatars">
        <ImageField folder={avatarFolders.iam} kind="avatar" max={1} />
      </SchemaField>
      <SchemaField shape={userForm} name="firstName">
        <Input autoComplete="off" />
      </SchemaField>
      <SchemaField shape={userForm} name="lastName">
        <Input autoComplete="off" />
      </SchemaField>
      <SchemaField shape={userForm} name="phoneNumber">
        <Input inputMode="tel" autoComplete="off" />
      </SchemaField>
      <SchemaField
        shape={userForm}
        name="roles"
        extra={isMe ? t('iam.errors.revokingOwnPermission') : undefined}
      >
        <RolesInput lockedRole={isMe ? administratorRole : undefined} />
      </SchemaField>
      <DetailsField />
      <MembershipsField />
    </RecordForm>
  )
}

/** Edits a user, except the email. spec §2, §3 */
export const EditUserPage = () => {
  const id = useRecordId()
  const user = useRecord({
    key: userKey(id),
    load: (signal) => call(getUser, { params: { id }, signal }),
    onFailure: paths.list(),
  })
  return (
    <Page title={t('iam.edit')} back={{ path: paths.list(), label: t('iam.title') }} narrow>
      {user ? <UserForm user={user} /> : <Skeleton active paragraph={{ rows: 8 }} />}
    </Page>
  )
}
