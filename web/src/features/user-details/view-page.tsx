import { can } from '@baseline/contract/permissions.ts'
import { getUserDetails } from '@baseline/contract/user-details/contract.ts'
import type { UserDetails } from '@baseline/contract/user-details/contract.ts'
import { Link } from '@tanstack/react-router'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { useRecordId } from '#platform/navigation.ts'
import { useSignedInUser } from '#platform/session.ts'
import { LinkButton } from '#platform/ui/path-link.tsx'
import { RecordPage } from '#platform/ui/record-page.tsx'
import type { Fact } from '#platform/ui/record-page.tsx'
import { Instant } from '#platform/ui/time-zone.tsx'
import { useRecord } from '#platform/use-record.ts'

import { fullName } from './full-name.ts'
import { paths } from './paths.ts'
import { useDestroy } from './use-destroy.ts'

const factsOf = (record: UserDetails): Fact[] => [
  { label: t('entities.userDetails.fields.firstName'), value: record.firstName },
  { label: t('entities.userDetails.fields.lastName'), value: record.lastName },
  { label: t('entities.userDetails.fields.mobileNumber'), value: record.mobileNumber },
  {
    label: t('entities.userDetails.fields.managerName'),
    value: record.managerId ? (
      <Link to={paths.view(record.managerId)}>{record.managerName}</Link>
    ) : (
      record.managerName
    ),
  },
  { label: t('entities.userDetails.fields.onboardingDate'), value: record.onboardingDate },
  {
    label: t('entities.userDetails.fields.gender'),
    value: t(`entities.userDetails.genders.${record.gender}`),
  },
  { label: t('entities.userDetails.fields.createdAt'), value: <Instant at={record.createdAt} /> },
  { label: t('entities.userDetails.fields.updatedAt'), value: <Instant at={record.updatedAt} /> },
  { label: t('entities.userDetails.fields.id'), value: <code>{record.id}</code> },
]

/** spec §2, §3 */
export const UserDetailsViewPage = () => {
  const user = useSignedInUser()
  const id = useRecordId()
  const { destroy, holder } = useDestroy()
  const record = useRecord({
    key: ['user-details', id],
    load: (signal) => call(getUserDetails, { params: { id }, signal }),
    onFailure: paths.list(),
  })
  return (
    <>
      {holder}
      <RecordPage
        title={record && fullName(record)}
        entity={{ name: 'userDetails', id }}
        back={{ path: paths.list(), label: t('entities.userDetails.title') }}
        facts={record && factsOf(record)}
        actions={
          can(user, 'userDetailsEdit') && (
            <LinkButton type="primary" to={paths.edit(id)}>
              {t('common.edit')}
            </LinkButton>
          )
        }
        menu={
          record && can(user, 'userDetailsDestroy')
            ? [{ key: 'destroy', danger: true, label: t('common.delete'), onClick: () => destroy([record]) }]
            : []
        }
      />
    </>
  )
}
