import { destroyUserDetails } from '@baseline/contract/user-details/contract.ts'
import type { UserDetails } from '@baseline/contract/user-details/contract.ts'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { useDestroyRecords } from '#platform/list/use-destroy-records.ts'
import { lastAddress } from '#platform/navigation.ts'

import { fullName } from './full-name.ts'
import { userDetailsList } from './list.ts'
import { paths } from './paths.ts'

const questionOf = (rows: readonly UserDetails[]) => {
  const count = rows.length
  const isSingle = count === 1
  return {
    title: isSingle
      ? t('entities.userDetails.confirmDestroy.one')
      : t('entities.userDetails.confirmDestroy.many', { count }),
    names: rows.map(fullName),
    action: isSingle
      ? t('entities.userDetails.confirmDestroy.action.one')
      : t('entities.userDetails.confirmDestroy.action.many', { count }),
  }
}

/** Deletes records, and goes back to the list. */
export const useDestroy = () =>
  useDestroyRecords({
    list: userDetailsList.name,
    listPath: () => lastAddress(paths.list()),
    destroy: (ids) => call(destroyUserDetails, { query: { ids } }),
    questionOf,
    successText: (count) =>
      count === 1 ? t('entities.userDetails.destroy.success') : t('entities.userDetails.destroyAll.success'),
  })
