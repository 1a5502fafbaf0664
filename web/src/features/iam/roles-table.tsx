import { maxWithoutRole } from '@baseline/contract/iam/contract.ts'
import type { RoleChoice, RoleWithUsers } from '@baseline/contract/iam/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { Link } from '@tanstack/react-router'
import { Button, Table } from 'antd'
import type { CheckboxProps, TableProps } from 'antd'
import { cloneElement, isValidElement, useState } from 'react'

import { t } from '#platform/i18n.ts'
import { orderOf } from '#platform/list/list-state.ts'
import { narrowWindow, useMediaQuery } from '#platform/media-query.ts'
import { formatNumber } from '#platform/time.ts'

import { paths } from './paths.ts'
import { UserStatus, nameOf, roleText } from './person.tsx'
import { boxesOf, choiceOf, rowsPerStep, selectionAfter, treeOf } from './role-tree.ts'
import type { TreeRow } from './role-tree.ts'

import '#platform/list/list-table.css'

interface RolesTableProps {
  roles: readonly RoleWithUsers[]
  selected: ReadonlySet<string>
  onSelect: (keys: ReadonlySet<string>) => void
  /** Key of the row that cannot be selected. */
  lockedKey: string
  orderBy: string
  onSort: (orderBy: string) => void
}

interface MoreUsersProps {
  role: Role | null
  shownCount: number
  count: number
  onShow: (count: number) => void
}

const MoreUsers = ({ role, shownCount, count, onShow }: MoreUsersProps) => (
  <span className="more-users">
    {t('iam.moreUsers.shown', { shown: formatNumber(shownCount), count: countText(role, count) })}
    <Button size="small" onClick={() => onShow(shownCount + rowsPerStep)}>
      {t('iam.moreUsers.show', { count: formatNumber(Math.min(rowsPerStep, count - shownCount)) })}
    </Button>
    <Link to={paths.list()} search={{ roles: [choiceOf(role)] }}>
      {t('iam.moreUsers.search')}
    </Link>
  </span>
)

/** The server counts users without a role only up to a limit. */
const countText = (role: Role | null, count: number): string =>
  role === null && count >= maxWithoutRole ? `${formatNumber(count)}+` : formatNumber(count)

const titleOf = ({ role, user, count = 0 }: TreeRow) =>
  user ? (
    <Link to={paths.view(user.id)}>{nameOf(user)}</Link>
  ) : (
    `${roleText(role)} (${countText(role, count)})`
  )

/** Includes the role in the name, because a user can appear under several roles. */
const rowName = ({ role, user }: TreeRow): string =>
  [user && nameOf(user), roleText(role)].filter(Boolean).join(', ')

type Selection = Pick<RolesTableProps, 'roles' | 'selected' | 'onSelect' | 'lockedKey'>

/** A role also includes its users who are not shown, which antd's tree selection does not support. */
const selectionOf = (props: Selection): NonNullable<TableProps<TreeRow>['rowSelection']> => {
  const { roles, selected, onSelect, lockedKey } = props
  const { ticked, partlyTicked } = boxesOf(roles, selected, lockedKey)
  return {
    checkStrictly: true,
    preserveSelectedRowKeys: true,
    selectedRowKeys: ticked,
    onChange: (keys) => onSelect(selectionAfter(roles, selected, keys.map(String), lockedKey)),
    getCheckboxProps: (row) => ({
      'aria-label': t('list.selectRow', { name: rowName(row) }),
      disabled: row.key === lockedKey || row.role === null || row.count === 0 || row.shownCount !== undefined,
    }),
    renderCell: (_checked, { key, role, shownCount }, _index, box) => {
      if (shownCount !== undefined || role === null) return null
      return partlyTicked.has(key) && isValidElement<CheckboxProps>(box)
        ? cloneElement(box, { indeterminate: true })
        : box
    },
  }
}

/** A role with many users starts collapsed. Expanded, it shows some of them and a link to more. spec §3 */
export const RolesTable = ({ orderBy, onSort, ...selection }: RolesTableProps) => {
  const narrow = useMediaQuery(narrowWindow)
  const [shownCounts, setShownCounts] = useState<Partial<Record<RoleChoice, number>>>({})
  const [open, setOpen] = useState<Partial<Record<RoleChoice, boolean>>>({})
  const tree = treeOf(selection.roles, shownCounts)
  return (
    <Table<TreeRow>
      className="list-table roles-tree"
      rowKey="key"
      dataSource={tree}
      size="medium"
      pagination={false}
      scroll={{ x: 'max-content' }}
      showSorterTooltip={false}
      sortDirections={['ascend', 'descend', 'ascend']}
      expandable={{
        expandedRowKeys: tree
          .filter(({ role, count = 0 }) => open[choiceOf(role)] ?? count <= rowsPerStep)
          .map(({ key }) => key),
        onExpand: (isOpen, { role }) => setOpen({ ...open, [choiceOf(role)]: isOpen }),
      }}
      rowSelection={selectionOf(selection)}
      onChange={(_pagination, _filters, sorter) => {
        if (!Array.isArray(sorter)) onSort(orderOf('role', sorter.order))
      }}
      columns={[
        {
          key: 'role',
          title: t('iam.modes.roles'),
          sorter: true,
          sortOrder: orderBy === 'role_DESC' ? 'descend' : 'ascend',
          render: (_, row) =>
            row.shownCount === undefined ? (
              titleOf(row)
            ) : (
              <MoreUsers
                role={row.role}
                shownCount={row.shownCount}
                count={row.count ?? 0}
                onShow={(next) => setShownCounts({ ...shownCounts, [choiceOf(row.role)]: next })}
              />
            ),
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
  )
}
