import { listDevices } from '@baseline/contract/devices/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { writeAddress } from '#platform/search-text.ts'
import { formatNumber } from '#platform/time.ts'
import { PathLink } from '#platform/ui/path-link.tsx'

import { devicesList } from './list.ts'
import { paths } from './paths.ts'

const filter = { state: ['active' as const], phoneUse: ['several' as const] }

/** Warns of codes that were scanned by several phones. Interviews from them could have the wrong enumerator. */
export const SeveralPhonesAlert = () => {
  const { data } = useQuery({
    queryKey: [...listKey(devicesList.name), 'several-phones'],
    queryFn: ({ signal }) => call(listDevices, { query: { filter, limit: 1 }, signal }),
    // The list shows a failure of the server.
    meta: { handlesErrors: true },
  })
  if (!data || data.count === 0) return null
  return (
    <Alert
      className="several-phones-alert"
      type="warning"
      showIcon
      title={
        data.count === 1
          ? t('entities.devices.alert.one')
          : t('entities.devices.alert.many', { count: formatNumber(data.count) })
      }
      description={
        <>
          {t('entities.devices.alert.text')}{' '}
          <PathLink to={paths.list() + writeAddress(filter)}>
            {data.count === 1 ? t('entities.devices.alert.show.one') : t('entities.devices.alert.show.many')}
          </PathLink>
        </>
      }
    />
  )
}
