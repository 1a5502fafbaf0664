import { WarningOutlined } from '@ant-design/icons'
import type { Device } from '@baseline/contract/devices/contract.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

/** The number of phones that used the code. More than one is a warning. */
export const PhoneCount = ({ phoneCount }: Pick<Device, 'phoneCount'>) => {
  if (phoneCount === 0) return t('entities.devices.phoneUses.none')
  if (phoneCount === 1) return t('entities.devices.phoneUses.one')
  return (
    <span className="several-phones">
      <WarningOutlined aria-hidden="true" />
      {t('entities.devices.severalPhones', { count: formatNumber(phoneCount) })}
    </span>
  )
}
