import { destroyUserDetails } from '@baseline/contract/user-details/contract.ts'
import type { UserDetails } from '@baseline/contract/user-details/contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { lastAddress, useGo } from '#platform/navigation.ts'
import { useConfirm } from '#platform/ui/confirm.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { fullName } from './full-name.ts'
import { userDetailsList } from './list.ts'
import { paths } from './paths.ts'

/** Asks for confirmation, deletes one or more records, and goes back to the list. spec §2, §8 */
export const useDestroy = () => {
  const queries = useQueryClient()
  const go = useGo()
  const [confirm, holder] = useConfirm()
  const { mutate, isPending } = useMutation({
    mutationFn: (rows: readonly UserDetails[]) =>
      call(destroyUserDetails, { query: { ids: rows.map(({ id }) => id) } }),
    onSuccess: (_, rows) => {
      toast.success(
        rows.length === 1
          ? t('entities.userDetails.destroy.success')
          : t('entities.userDetails.destroyAll.success'),
      )
      void queries.invalidateQueries({ queryKey: listKey(userDetailsList.name) })
      go(lastAddress(paths.list()))
    },
  })
  const destroy = async (rows: readonly UserDetails[]): Promise<void> => {
    const count = rows.length
    const isSingle = count === 1
    const isConfirmed = await confirm({
      title: isSingle
        ? t('entities.userDetails.confirmDestroy.one')
        : t('entities.userDetails.confirmDestroy.many', { count }),
      names: rows.map(fullName),
      action: isSingle
        ? t('entities.userDetails.confirmDestroy.action.one')
        : t('entities.userDetails.confirmDestroy.action.many', { count }),
      danger: true,
    })
    if (isConfirmed) mutate(rows)
  }
  return { destroy: (rows: readonly UserDetails[]) => void destroy(rows), isPending, holder }
}
