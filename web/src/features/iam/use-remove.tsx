import { revokeRoles } from '@baseline/contract/iam/contract.ts'
import type { RoleWithUsers, User } from '@baseline/contract/iam/contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { useConfirm } from '#platform/ui/confirm.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { nameOf } from './person.tsx'
import { refreshUsers } from './refresh-users.ts'

/** Users mode: all roles of those selected. spec §7, §8 */
export const useRemoveUsers = () => {
  const queries = useQueryClient()
  const [confirm, holder] = useConfirm()
  const { mutate, isPending } = useMutation({
    mutationFn: (users: readonly User[]) =>
      call(revokeRoles, { query: { emails: users.map(({ email }) => email), all: true } }),
    onSuccess: () => toast.success(t('iam.users.doRemoveAllSelectedSuccess')),
    onSettled: () => refreshUsers(queries),
  })
  const ask = async (users: readonly User[]): Promise<void> => {
    const count = users.length
    const agreed = await confirm({
      title: count === 1 ? t('iam.confirm.removeUsers.one') : t('iam.confirm.removeUsers.many', { count }),
      text: t('iam.confirm.removeUsers.text'),
      names: users.map(nameOf),
      action: t('iam.remove'),
      danger: true,
    })
    if (agreed) mutate(users)
  }
  return { remove: (users: readonly User[]) => void ask(users), isPending, holder }
}

/** Roles mode: one call per role, for those selected under it. spec §7, §8 */
export const useRemoveRoles = () => {
  const queries = useQueryClient()
  const [confirm, holder] = useConfirm()
  const { mutate, isPending } = useMutation({
    mutationFn: async (selected: readonly RoleWithUsers[]) => {
      for (const { role, users } of selected)
        await call(revokeRoles, { query: { emails: users.map(({ email }) => email), roles: [role] } })
    },
    onSuccess: () => toast.success(t('iam.roles.doRemoveAllSelectedSuccess')),
    // Some of the calls may have been made before one failed.
    onSettled: () => refreshUsers(queries),
  })
  const ask = async (selected: readonly RoleWithUsers[]): Promise<void> => {
    const names = selected.flatMap(({ role, users }) =>
      users.map((user) => `${t(`roles.${role}.label`)}: ${nameOf(user)}`),
    )
    const agreed = await confirm({
      title: t('iam.confirm.removeRoles.title'),
      text: t('iam.confirm.removeRoles.text'),
      names,
      action: t('iam.confirm.removeRoles.action', { count: names.length }),
      danger: true,
    })
    if (agreed) mutate(selected)
  }
  return { remove: (selected: readonly RoleWithUsers[]) => void ask(selected), isPending, holder }
}
