import { revokeDevice } from '@baseline/contract/devices/contract.ts'
import type { Device } from '@baseline/contract/devices/contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { decide, messageOf } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { formatInstant, formatNumber } from '#platform/time.ts'
import { toastError } from '#platform/toast-error.ts'
import { useConfirm } from '#platform/ui/confirm.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { devicesList } from './list.ts'

/** Names a device so that it differs from another one of the same person. */
const nameOf = ({ label, person, createdAt }: Device): string =>
  [
    label,
    person?.name !== label && person?.name,
    `${t('entities.devices.fields.createdAt')} ${formatInstant(createdAt)}`,
  ]
    .filter(Boolean)
    .join(' · ')

const questionOf = (rows: readonly Device[]) => {
  const count = rows.length
  return {
    title: count === 1 ? t('entities.devices.revoke.one') : t('entities.devices.revoke.many', { count }),
    text: t('entities.devices.revoke.text'),
    names: rows.map(nameOf),
    action:
      count === 1
        ? t('entities.devices.revoke.action.one')
        : t('entities.devices.revoke.action.many', { count }),
    danger: true,
  }
}

interface Revocation {
  rows: readonly Device[]
  /** The ids of the devices that are revoked so far. */
  revoked: string[]
}

/** Asks for confirmation, then revokes one or more devices. */
export const useRevoke = () => {
  const queries = useQueryClient()
  const [confirm, holder] = useConfirm()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ rows, revoked }: Revocation) => {
      for (const { id } of rows) {
        await call(revokeDevice, { params: { id } })
        revoked.push(id)
      }
    },
    onSuccess: (_, { rows }) =>
      toast.success(
        rows.length === 1
          ? t('entities.devices.revoke.success.one')
          : t('entities.devices.revoke.success.many', { count: rows.length }),
      ),
    onError: (error, { rows, revoked }) => {
      const { kind } = decide(error)
      if (revoked.length === 0 || kind === 'signOut' || kind === 'forbidden') toastError(error)
      else
        toast.error(
          t('entities.devices.revoke.failed', {
            count: formatNumber(revoked.length),
            total: formatNumber(rows.length),
            error: messageOf(error),
          }),
        )
    },
    meta: { handlesErrors: true },
    // Also after an error, because the first devices of the selection may be revoked.
    onSettled: () => void queries.invalidateQueries({ queryKey: listKey(devicesList.name) }),
  })
  const revoke = async (rows: readonly Device[]): Promise<void> => {
    const active = rows.filter(({ state }) => state === 'active')
    if (active.length === 0) toast.error(t('entities.devices.revoke.nothing'))
    else if (await confirm(questionOf(active))) mutate({ rows: active, revoked: [] })
  }
  return { revoke: (rows: readonly Device[]) => void revoke(rows), isPending, holder }
}
