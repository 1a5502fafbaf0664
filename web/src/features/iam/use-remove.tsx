import { revokeRoles } from '@baseline/contract/iam/contract.ts'
import type { User } from '@baseline/contract/iam/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'
import { toastError } from '#platform/toast-error.ts'
import { useConfirm } from '#platform/ui/confirm.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { nameOf, roleText } from './person.tsx'
import { refreshUsers } from './refresh-users.ts'
import type { SelectedRole } from './role-tree.ts'

/**
 * The addresses are sent in the query string. With this many addresses of the maximum length, it stays well
 * below the limits of the proxy and the server.
 */
const usersPerCall = 200

interface Revocation {
  emails: string[]
  /** All roles if omitted. */
  role?: Role
}

const splitIntoCalls = (emails: readonly string[], role?: Role): Revocation[] =>
  Array.from({ length: Math.ceil(emails.length / usersPerCall) }, (_, index) => ({
    emails: emails.slice(index * usersPerCall, (index + 1) * usersPerCall),
    ...(role && { role }),
  }))

/** If a call fails after others succeeded, a message says how many users are done. */
const revokeAll = async (revocations: readonly Revocation[]): Promise<void> => {
  let doneCount = 0
  const count = revocations.reduce((sum, { emails }) => sum + emails.length, 0)
  for (const { emails, role } of revocations) {
    try {
      await call(revokeRoles, { query: role ? { emails, roles: [role] } : { emails, all: true } })
    } catch (error) {
      if (doneCount > 0)
        toast.error(t('iam.removedSome', { done: formatNumber(doneCount), count: formatNumber(count) }))
      throw error
    }
    doneCount += emails.length
  }
}

const useRevoke = (success: () => string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: revokeAll,
    onSuccess: () => toast.success(success()),
    onError: toastError,
    onSettled: () => refreshUsers(queries),
    meta: { handlesErrors: true },
  })
}

/** Users mode: revokes all roles of the selected users. spec §7, §8 */
export const useRemoveUsers = () => {
  const [confirm, holder] = useConfirm()
  const { mutate, isPending } = useRevoke(() => t('iam.users.doRemoveAllSelectedSuccess'))
  const confirmRemoval = async (users: readonly User[]): Promise<void> => {
    const count = users.length
    const isConfirmed = await confirm({
      title: count === 1 ? t('iam.confirm.removeUsers.one') : t('iam.confirm.removeUsers.many', { count }),
      text: t('iam.confirm.removeUsers.text'),
      names: users.map(nameOf),
      action: t('iam.remove'),
      danger: true,
    })
    if (isConfirmed) mutate(splitIntoCalls(users.map(({ email }) => email)))
  }
  return { remove: (users: readonly User[]) => void confirmRemoval(users), isPending, holder }
}

/** Roles mode: revokes each role from the users selected in it. spec §7, §8 */
export const useRemoveRoles = () => {
  const [confirm, holder] = useConfirm()
  const { mutate, isPending } = useRevoke(() => t('iam.roles.doRemoveAllSelectedSuccess'))
  const confirmRemoval = async (selected: readonly SelectedRole[]): Promise<void> => {
    const names = selected.flatMap(({ role, users }) =>
      users.map((user) => `${roleText(role)}: ${nameOf(user)}`),
    )
    const isConfirmed = await confirm({
      title: t('iam.confirm.removeRoles.title'),
      text: t('iam.confirm.removeRoles.text'),
      names,
      action: t('iam.confirm.removeRoles.action', { count: formatNumber(names.length) }),
      danger: true,
    })
    if (!isConfirmed) return
    mutate(
      selected.flatMap(({ role, users }) =>
        splitIntoCalls(
          users.map(({ email }) => email),
          role,
        ),
      ),
    )
  }
  return { remove: (selected: readonly SelectedRole[]) => void confirmRemoval(selected), isPending, holder }
}
