import { changeUserStatus } from '@baseline/contract/iam/contract.ts'
import type { User } from '@baseline/contract/iam/contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { useConfirm } from '#platform/ui/confirm.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { nameOf } from './person.tsx'
import { refreshUsers } from './refresh-users.ts'

interface Change {
  users: readonly User[]
  disabled: boolean
  /** Selects the message: plural for the list, singular for the page of one user. spec §8 */
  fromList: boolean
}

const successOf = ({ disabled, fromList }: Change): string => {
  if (fromList) return disabled ? t('iam.doDisableAllSuccess') : t('iam.doEnableAllSuccess')
  return disabled ? t('iam.doDisableSuccess') : t('iam.doEnableSuccess')
}

const titleOf = (disabled: boolean, count: number): string => {
  if (count === 1) return disabled ? t('iam.confirm.disable.one') : t('iam.confirm.enable.one')
  return disabled ? t('iam.confirm.disable.many', { count }) : t('iam.confirm.enable.many', { count })
}

/** Asks for confirmation, enables or disables one or more users, then reloads. spec §4 */
export const useStatus = () => {
  const queries = useQueryClient()
  const [confirm, holder] = useConfirm()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ users, disabled }: Change) =>
      call(changeUserStatus, { body: { ids: users.map(({ id }) => id), disabled } }),
    onSuccess: (_, change) => {
      toast.success(successOf(change))
      refreshUsers(queries)
    },
  })
  const confirmChange = async (change: Change): Promise<void> => {
    const { users, disabled } = change
    const isConfirmed = await confirm({
      title: titleOf(disabled, users.length),
      names: users.map(nameOf),
      ...(disabled && { text: t('iam.confirm.disable.text') }),
      action: disabled ? t('iam.disable') : t('iam.enable'),
      danger: disabled,
    })
    if (isConfirmed) mutate(change)
  }
  return { changeStatus: (change: Change) => void confirmChange(change), isPending, holder }
}
