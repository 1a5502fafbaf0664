import { Profile, getCurrentUser, updateProfile } from '@baseline/contract/auth/contract.ts'
import type { CurrentUser } from '@baseline/contract/auth/contract.ts'
import { can } from '@baseline/contract/permissions.ts'
import { avatarFolders } from '@baseline/contract/storage/folders.ts'
import { Alert, Form, Input, Skeleton } from 'antd'

import { call } from '#platform/api.ts'
import { formOf } from '#platform/form/form-shape.ts'
import { ImageField } from '#platform/form/image-field.tsx'
import { showAvatars } from '#platform/form/image-tile.tsx'
import { formAvatars, idsOf } from '#platform/form/image-value.ts'
import { RecordForm } from '#platform/form/record-form.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { t } from '#platform/i18n.ts'
import { homePath, useGo } from '#platform/navigation.ts'
import { session } from '#platform/session.ts'
import { Page } from '#platform/ui/page.tsx'
import { PathLink } from '#platform/ui/path-link.tsx'
import { toast } from '#platform/ui/toast.tsx'
import { useRecord } from '#platform/use-record.ts'

import { paths } from './paths.ts'

import './profile-page.css'

const profileForm = formOf(
  Profile.extend({ avatars: formAvatars }),
  {
    firstName: 'user.fields.firstName',
    lastName: 'user.fields.lastName',
    phoneNumber: 'user.fields.phoneNumber',
    avatars: 'user.fields.avatars',
  },
  'profile',
)

const ProfileForm = ({ user }: { user: CurrentUser }) => {
  const { id, email, firstName, lastName, phoneNumber, avatars } = user
  const go = useGo()
  return (
    <RecordForm
      shape={profileForm}
      initialValues={{ firstName, lastName, phoneNumber, avatars }}
      version={user.version}
      save={({ avatars: chosenAvatars, ...profile }, version) =>
        call(updateProfile, {
          body: { profile: { ...profile, avatars: idsOf(chosenAvatars) } },
          ...(version !== undefined && { ifMatch: version }),
        })
      }
      onSaved={(saved) => {
        session.replaceUser(saved)
        toast.success(t('auth.profile.success'))
        go(homePath)
      }}
      cancelPath={homePath}
      show={{ avatars: showAvatars }}
    >
      <Form.Item label={t('user.fields.email')} htmlFor="profile-email">
        <Input id="profile-email" value={email} title={email} readOnly variant="filled" />
      </Form.Item>
      <SchemaField shape={profileForm} name="avatars">
        <ImageField folder={avatarFolders.profile(id)} kind="avatar" max={1} />
      </SchemaField>
      <SchemaField shape={profileForm} name="firstName">
        <Input autoComplete="given-name" />
      </SchemaField>
      <SchemaField shape={profileForm} name="lastName">
        <Input autoComplete="family-name" />
      </SchemaField>
      <SchemaField shape={profileForm} name="phoneNumber">
        <Input inputMode="tel" autoComplete="tel" />
      </SchemaField>
    </RecordForm>
  )
}

/** Lets users edit their own profile. The email cannot be changed. spec §2, §3 */
export const ProfilePage = () => {
  const user = useRecord({
    key: ['profile'],
    load: (signal) => call(getCurrentUser, { signal }),
    onFailure: homePath,
  })
  return (
    <Page
      title={t('auth.profile.title')}
      narrow
      actions={<PathLink to={paths.security()}>{t('auth.security.link')}</PathLink>}
    >
      {user && !user.secondFactor.isSet && can(user, 'iamEdit') && (
        <Alert
          className="profile-advice"
          type="info"
          showIcon
          title={
            <PathLink to={paths.security()}>
              {t('auth.secondFactor.title')}: {t('auth.secondFactor.recommended')}
            </PathLink>
          }
        />
      )}
      {user ? <ProfileForm user={user} /> : <Skeleton active paragraph={{ rows: 8 }} />}
    </Page>
  )
}
