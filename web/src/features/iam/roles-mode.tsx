import type { CallInput } from '@baseline/contract/http.ts'
import { listRoles, roleChoices } from '@baseline/contract/iam/contract.ts'
import { administratorRole } from '@baseline/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { BulkBar } from '#platform/list/bulk-bar.tsx'
import { FilterBar } from '#platform/list/filter-bar.tsx'
import { ListFailure, ListSkeleton } from '#platform/list/list-states.tsx'
import { usePreviousData } from '#platform/list/use-previous-data.ts'
import { narrowWindow, useMediaQuery } from '#platform/media-query.ts'
import { useSignedInUser } from '#platform/session.ts'
import { Page } from '#platform/ui/page.tsx'

import { useListActions } from './list-actions.tsx'
import { readRolesSearch, rolesFilter, validateSearch } from './list.ts'
import { ModeTabs } from './mode-tabs.tsx'
import { rolesKey } from './refresh-users.ts'
import { personKey, selectedOf } from './role-tree.ts'
import { RolesTable } from './roles-table.tsx'
import { useRemoveRoles } from './use-remove.tsx'

import '#platform/list/list.css'

const useRoles = (request: CallInput<typeof listRoles>['query']) => {
  const query = useQuery({
    queryKey: [...rolesKey, request],
    queryFn: ({ signal }) => call(listRoles, { query: request, signal }),
    meta: { handlesErrors: true },
  })
  return { ...query, roles: usePreviousData(query) }
}

const noKeys: ReadonlySet<string> = new Set()

/** Tree of roles and their users. spec §2, §3 */
export const RolesMode = ({ search }: { search: Record<string, unknown> }) => {
  const me = useSignedInUser()
  const navigate = useNavigate()
  const { roles: chosenRoles, orderBy } = readRolesSearch(search)
  const removal = useRemoveRoles()
  const narrow = useMediaQuery(narrowWindow)
  const actions = useListActions()
  const request = { filter: { roles: chosenRoles.length > 0 ? chosenRoles : [...roleChoices] }, orderBy }
  const { roles, dataUpdatedAt, isFetching, error, refetch } = useRoles(request)
  // A selection is only valid for the fetched data in which it was made. spec §4
  const [selection, setSelection] = useState({ keys: noKeys, fetchedAt: 0 })
  const keys = selection.fetchedAt === dataUpdatedAt ? selection.keys : noKeys
  const select = (next: ReadonlySet<string>) => setSelection({ keys: next, fetchedAt: dataUpdatedAt })
  const roleCount = roles?.filter(({ role }) => role !== null).length ?? 0
  const show = (next: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: validateSearch({ ...search, ...next, mode: 'roles' }),
      resetScroll: false,
    })
  return (
    <Page title={t('iam.title')} actions={narrow ? undefined : actions}>
      {removal.holder}
      <div className="list-page">
        <ModeTabs mode="roles" />
        <FilterBar
          fields={rolesFilter}
          filter={chosenRoles.length > 0 ? { roles: chosenRoles } : {}}
          onFilter={(change) => show({ roles: change({})['roles'] })}
        />
        <div className="list-line">
          {keys.size > 0 ? (
            <BulkBar count={keys.size} onClear={() => select(noKeys)}>
              <Button
                danger
                loading={removal.isPending}
                onClick={() => removal.remove(selectedOf(roles ?? [], keys))}
              >
                {t('iam.remove')}
              </Button>
            </BulkBar>
          ) : (
            roles && (
              <p className="list-count" role="status">
                <strong>
                  {roleCount === 1
                    ? t('iam.rolesCount.one', { count: 1 })
                    : t('iam.rolesCount.many', { count: roleCount })}
                </strong>
              </p>
            )
          )}
        </div>
        {error && <ListFailure error={error} onRetry={() => void refetch()} />}
        <div className="list-body" aria-busy={isFetching}>
          {roles ? (
            <RolesTable
              roles={roles}
              selected={keys}
              onSelect={select}
              // Users cannot revoke their own access to this page. spec §5
              lockedKey={personKey(administratorRole, me)}
              orderBy={orderBy}
              onSort={(next) => show({ orderBy: next })}
            />
          ) : (
            <ListSkeleton columns={3} rows={4} />
          )}
        </div>
        {narrow && actions && keys.size === 0 && (
          <div className="bottom-bar" role="group" aria-label={t('list.actions')}>
            {actions}
          </div>
        )}
      </div>
    </Page>
  )
}
