import type { QueryClient } from '@tanstack/react-query'

import { listKey } from '#platform/list/use-list.ts'

import { usersList } from './list.ts'

export const userKey = (id: string) => ['user', id]
export const rolesKey = ['roles']

/** Invalidates all queries that contain users. */
export const refreshUsers = (queries: QueryClient): void => {
  for (const queryKey of [listKey(usersList.name), rolesKey, ['user']])
    void queries.invalidateQueries({ queryKey })
}
