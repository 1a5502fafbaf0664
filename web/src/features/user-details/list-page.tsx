import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { can } from '@baseline/contract/permissions.ts'
import type { UserDetails } from '@baseline/contract/user-details/contract.ts'
import { Button } from 'antd'

import { t } from '#platform/i18n.ts'
import type { Card, Column } from '#platform/list/columns.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import { useSignedInUser } from '#platform/session.ts'
import { LinkButton } from '#platform/ui/path-link.tsx'

import { fullName } from './full-name.ts'
import { userDetailsList } from './list.ts'
import { paths } from './paths.ts'
import { useDestroy } from './use-destroy.ts'

const gender = (row: UserDetails) => t(`entities.userDetails.genders.${row.gender}`)

const columns: Column<UserDetails>[] = [
  { key: 'firstName', label: 'entities.userDetails.fields.firstName' },
  { key: 'lastName', label: 'entities.userDetails.fields.lastName' },
  { key: 'mobileNumber', label: 'entities.userDetails.fields.mobileNumber' },
  { key: 'managerName', label: 'entities.userDetails.fields.managerName' },
  { key: 'onboardingDate', label: 'entities.userDetails.fields.onboardingDate', kind: 'date' },
  { key: 'gender', label: 'entities.userDetails.fields.gender', render: gender },
  { key: 'createdAt', label: 'entities.userDetails.fields.createdAt', kind: 'time' },
]

const card = (row: UserDetails): Card => ({
  title: fullName(row),
  detail: row.managerName ?? row.mobileNumber,
  status: row.onboardingDate,
})

/** spec §2, §4 */
export const UserDetailsListPage = () => {
  const user = useSignedInUser()
  const { destroy, isPending, holder } = useDestroy()
  const addButton = can(user, 'userDetailsCreate') && (
    <LinkButton type="primary" icon={<PlusOutlined aria-hidden="true" />} to={paths.new()}>
      {t('entities.userDetails.add')}
    </LinkButton>
  )
  const importButton = can(user, 'userDetailsImport') && (
    <LinkButton to={paths.import()}>{t('importer.action')}</LinkButton>
  )
  const actions = (importButton || addButton) && (
    <>
      {importButton}
      {addButton}
    </>
  )
  const bulk = (rows: UserDetails[]) => (
    <Button
      danger
      icon={<DeleteOutlined aria-hidden="true" />}
      loading={isPending}
      onClick={() => destroy(rows)}
    >
      {t('common.delete')}
    </Button>
  )
  return (
    <>
      {holder}
      <ListPage
        list={userDetailsList}
        title={t('entities.userDetails.title')}
        columns={columns}
        card={card}
        rowName={fullName}
        rowPath={({ id }) => paths.view(id)}
        empty={{
          title: t('entities.userDetails.empty.title'),
          hint: t('entities.userDetails.empty.hint'),
          action: addButton,
        }}
        {...(actions && { actions })}
        {...(can(user, 'userDetailsDestroy') && { bulk })}
      />
    </>
  )
}
