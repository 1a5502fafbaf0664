import type { Device } from '@baseline/contract/devices/contract.ts'

import { t } from '#platform/i18n.ts'
import { Status } from '#platform/ui/status.tsx'

export const DeviceStateMark = ({ state }: Pick<Device, 'state'>) => (
  <Status tone={state === 'active' ? 'good' : 'off'}>{t(`entities.devices.states.${state}`)}</Status>
)
