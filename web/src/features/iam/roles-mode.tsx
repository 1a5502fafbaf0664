import { listRoles } from '@baseline/contract/iam/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button, Table } from 'antd'
import { useState } from 'react'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { BulkBar } from '#platform/list/bulk-bar.tsx'
import { FilterBar } from '#platform/list/filter-bar.tsx'
import { ListSkeleton } from '#platform/list/list-skeleton.tsx'
import { orderOf } from '#platform/list/list-state.ts'
import { narrowWindow, useMediaQuery } from '#platform/media-query.ts'
import { useSignedInUser } from '#platform/session.ts'
import { Page } from '#platform/ui/page.tsx'

import { readRolesSearch, rolesFilter, validateSearch } from './list.ts'
import { ModeTabs } from './mode-tabs.tsx'
import { paths } from './paths.ts'
import { UserStatus, nameOf } from './person.tsx'
import { rolesKey } from './refresh-users.ts'
import { selectedOf, treeOf } from './role-tree.ts'
import type { TreeRow } from './role-tree.ts'
import { useRemoveRoles } from './use-remove.tsx'

import '#platform/list/list.css'

const titleOf = ({ role, user, children = [] }: TreeRow) =>
  user ? (
    <Link to={paths.view(user.id)}>{nameOf(user)}</Link>
  ) : (
    `${t(`roles.${role}.label`)} (${String(children.length)})`
  )

/** One person may stand under several roles, so the name alone would not tell which row is meant. */
const rowName = ({ role, user }: { role: Role; user?: TreeRow['user'] | undefined }): string =>
  [user && nameOf(user), t(`roles.${role}.label`)].filter(Boolean).join(', ')

/** A tree of role, then its users. spec §2, §3 */
export const RolesMode = ({ search }: { search: Record<string, unknown> }) => {
  const me = useSignedInUser()
  const navigate = useNavigate()
  const narrow = useMediaQuery(narrowWindow)
  const { roles: chosen, orderBy } = readRolesSearch(search)
  const removal = useRemoveRoles()
  const request = { ...(chosen.length > 0 && { filter: { roles: chosen } }), orderBy }
  const { data: roles, dataUpdatedAt } = useQuery({
    queryKey: [...rolesKey, request],
    queryFn: ({ signal }) => call(listRoles, { query: request, signal }),
  })
  // A selection belongs to the fetch it was made in. spec §4
  const [selection, setSelection] = useState<{ keys: string[]; of: number }>({ keys: [], of: 0 })
  const keys = selection.of === dataUpdatedAt ? selection.keys : []
  const selected = selectedOf(roles ?? [], keys)
  const count = selected.reduce((sum, { users }) => sum + users.length, 0)
  const select = (next: readonly React.Key[]) => setSelection({ keys: next.map(String), of: dataUpdatedAt })
  const show = (next: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: validateSearch({ ...search, ...next, mode: 'roles' }),
      resetScroll: false,
    })
  return (
    <Page title={t('iam.title')}>
      {removal.holder}
      <div className="list-page">
        <ModeTabs mode="roles" />
        <FilterBar
          fields={rolesFilter}
          filter={chosen.length > 0 ? { roles: chosen } : {}}
          onFilter={(filter) => show({ roles: filter['roles'] })}
        />
        <div className="list-line">
          {count > 0 ? (
            <BulkBar count={count} onClear={() => select([])}>
              <Button danger loading={removal.isPending} onClick={() => removal.remove(selected)}>
                {t('iam.remove')}
              </Button>
            </BulkBar>
          ) : (
            roles && (
              <p className="list-count" role="status">
                <strong>
                  {roles.length === 1
                    ? t('iam.rolesCount.one', { count: 1 })
                    : t('iam.rolesCount.many', { count: roles.length })}
                </strong>
              </p>
            )
          )}
        </div>
        {roles ? (
          <Table<TreeRow>
            className="list-table roles-tree"
            rowKey="key"
            dataSource={treeOf(roles)}
            size="medium"
            pagination={false}
            scroll={{ x: 'max-content' }}
            showSorterTooltip={false}
            sortDirections={['ascend', 'descend', 'ascend']}
            defaultExpandAllRows
            rowSelection={{
              checkStrictly: false,
              selectedRowKeys: keys,
              onChange: select,
              getCheckboxProps: ({ role, user, children }) => ({
                'aria-label': t('list.selectRow', { name: rowName({ role, user }) }),
                disabled: (!user && !children) || (role === 'manager' && user?.id === me.id),
              }),
            }}
            onChange={(_pagination, _filters, sorter) => {
              if (!Array.isArray(sorter)) show({ orderBy: orderOf('role', sorter.order) })
            }}
            columns={[
              {
                key: 'role',
                title: t('iam.modes.roles'),
                sorter: true,
                sortOrder: orderBy === 'role_DESC' ? 'descend' : 'ascend',
                render: (_, row) => titleOf(row),
              },
              ...(narrow
                ? []
                : [
                    {
                      key: 'email',
                      title: t('user.fields.email'),
                      render: (_: unknown, row: TreeRow) => row.user?.email,
                    },
                  ]),
              {
                key: 'status',
                title: t('user.fields.status'),
                render: (_, { user }) => user && <UserStatus {...user} />,
              },
            ]}
          />
        ) : (
          <ListSkeleton columns={3} rows={4} />
        )}
      </div>
    </Page>
  )
}
