import { Profile, updateProfile } from '@baseline/contract/auth/contract.ts'
import { Button, Form, Input } from 'antd'

import { call } from '#platform/api.ts'
import { formOf } from '#platform/form/form-shape.ts'
import { placeProblems } from '#platform/form/place-problems.ts'
import { SaveFailure } from '#platform/form/save-failure.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { useSave } from '#platform/form/use-save.ts'
import { t } from '#platform/i18n.ts'
import { homePath, useGo } from '#platform/navigation.ts'
import { session, useSignedInUser } from '#platform/session.ts'
import { Page } from '#platform/ui/page.tsx'
import { toast } from '#platform/ui/toast.tsx'

const profileForm = formOf(
  Profile,
  {
    firstName: 'user.fields.firstName',
    lastName: 'user.fields.lastName',
    phoneNumber: 'user.fields.phoneNumber',
    avatars: 'user.fields.avatars',
  },
  'profile',
)

/** What people may change about themselves; the email is theirs for good. spec §2, §3 */
export const ProfilePage = () => {
  const { email, firstName, lastName, phoneNumber } = useSignedInUser()
  const [form] = Form.useForm()
  const go = useGo()
  const save = useSave({
    save: (profile: Profile) => call(updateProfile, { body: { profile } }),
    onSaved: (user) => {
      session.replaceUser(user)
      toast.success(t('auth.profile.success'))
      go(homePath)
    },
    placeProblems: (error) => placeProblems(form, profileForm, error),
  })
  return (
    <Page title={t('auth.profile.title')} narrow>
      <SchemaForm
        shape={profileForm}
        form={form}
        initialValues={{ firstName, lastName, phoneNumber }}
        onSubmit={(profile) => save.mutate(profile)}
      >
        <Form.Item label={t('user.fields.email')} htmlFor="profile-email">
          <Input id="profile-email" value={email} title={email} readOnly variant="filled" />
        </Form.Item>
        <SchemaField shape={profileForm} name="firstName">
          <Input autoComplete="given-name" />
        </SchemaField>
        <SchemaField shape={profileForm} name="lastName">
          <Input autoComplete="family-name" />
        </SchemaField>
        <SchemaField shape={profileForm} name="phoneNumber">
          <Input inputMode="tel" autoComplete="tel" />
        </SchemaField>
        <SaveFailure error={save.error} />
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t('common.save')}
          </Button>
          <Button onClick={() => go(homePath)}>{t('common.cancel')}</Button>
        </div>
      </SchemaForm>
    </Page>
  )
}
