import { revokeDevice } from '@baseline/contract/devices/contract.ts'
import type { Device } from '@baseline/contract/devices/contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { useConfirm } from '#platform/ui/confirm.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { devicesList } from './list.ts'

const questionOf = (rows: readonly Device[]) => {
  const count = rows.length
  return {
    title: count === 1 ? t('entities.devices.revoke.one') : t('entities.devices.revoke.many', { count }),
    text: t('entities.devices.revoke.text'),
    names: rows.map(({ label }) => label),
    action:
      count === 1
        ? t('entities.devices.revoke.action.one')
        : t('entities.devices.revoke.action.many', { count }),
    danger: true,
  }
}

/** Asks for confirmation, then revokes one or more devices. */
export const useRevoke = () => {
  const queries = useQueryClient()
  const [confirm, holder] = useConfirm()
  const { mutate, isPending } = useMutation({
    mutationFn: async (rows: readonly Device[]) => {
      for (const { id } of rows) await call(revokeDevice, { params: { id } })
    },
    onSuccess: (_, rows) =>
      toast.success(
        rows.length === 1
          ? t('entities.devices.revoke.success.one')
          : t('entities.devices.revoke.success.many', { count: rows.length }),
      ),
    // Also after an error, because the first devices of the selection may be revoked.
    onSettled: () => void queries.invalidateQueries({ queryKey: listKey(devicesList.name) }),
  })
  const revoke = async (rows: readonly Device[]): Promise<void> => {
    const active = rows.filter(({ state }) => state === 'active')
    if (active.length === 0) toast.error(t('entities.devices.revoke.nothing'))
    else if (await confirm(questionOf(active))) mutate(active)
  }
  return { revoke: (rows: readonly Device[]) => void revoke(rows), isPending, holder }
}
