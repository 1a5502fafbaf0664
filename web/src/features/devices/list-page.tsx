import { PlusOutlined, StopOutlined } from '@ant-design/icons'
import type { Device, NewDevice } from '@baseline/contract/devices/contract.ts'
import { can } from '@baseline/contract/permissions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'

import { t } from '#platform/i18n.ts'
import type { Card, Column } from '#platform/list/columns.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import { listKey } from '#platform/list/use-list.ts'
import { useSignedInUser } from '#platform/session.ts'
import { Instant } from '#platform/ui/time-zone.tsx'

import { DeviceStateMark } from './device-state.tsx'
import { devicesList } from './list.ts'
import { PhoneCount } from './phone-count.tsx'
import { SeveralPhonesAlert } from './several-phones-alert.tsx'
import { useRevoke } from './use-revoke.ts'

import './devices.css'

const NewDeviceDialog = lazy(async () => ({
  default: (await import('./new-device-dialog.tsx')).NewDeviceDialog,
}))
const ManyDevicesDialog = lazy(async () => ({
  default: (await import('./many-devices-dialog.tsx')).ManyDevicesDialog,
}))
const CodesDialog = lazy(async () => ({ default: (await import('./codes-dialog.tsx')).CodesDialog }))

const surveysText = ({ surveyLabels }: Device): string =>
  surveyLabels?.join(', ') ?? t('entities.devices.allSurveys')

const columns: Column<Device>[] = [
  { key: 'label', label: 'entities.devices.fields.label' },
  { key: 'person.name', label: 'entities.devices.fields.person' },
  { key: 'person.managerName', label: 'entities.devices.fields.managerName' },
  { key: 'state', label: 'entities.devices.fields.state', render: DeviceStateMark },
  { key: 'phoneCount', label: 'entities.devices.fields.phoneCount', render: PhoneCount },
  { key: 'lastSeenAt', label: 'entities.devices.fields.lastSeenAt', kind: 'time' },
  { key: 'lastVersion', label: 'entities.devices.fields.lastVersion', kind: 'code' },
  {
    key: 'surveyLabels',
    label: 'entities.devices.fields.surveys',
    render: surveysText,
    hiddenByDefault: true,
  },
  { key: 'createdAt', label: 'entities.devices.fields.createdAt', kind: 'time' },
  { key: 'revokedAt', label: 'entities.devices.fields.revokedAt', kind: 'time', hiddenByDefault: true },
]

const cardDetail = (device: Device): ReactNode => {
  const { person, label, phoneCount } = device
  if (phoneCount > 1) return <PhoneCount phoneCount={phoneCount} />
  return person && person.name !== label ? person.name : surveysText(device)
}

/** The last use distinguishes several devices of one person. */
const card = (device: Device): Card => ({
  title: device.label,
  detail: (
    <>
      {cardDetail(device)}
      <br />
      {device.lastSeenAt === null ? (
        t('entities.devices.phoneUses.none')
      ) : (
        <>
          {t('entities.devices.fields.lastSeenAt')} <Instant at={device.lastSeenAt} />
        </>
      )}
    </>
  ),
  status: <DeviceStateMark state={device.state} />,
})

/** The open dialog. The codes of new devices follow their creation. */
type OpenDialog = 'one' | 'many' | readonly NewDevice[]

export const DevicesListPage = () => {
  const user = useSignedInUser()
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<OpenDialog>()
  const { revoke, isPending, holder } = useRevoke()
  const close = () => setDialog(undefined)
  const showCodes = (devices: readonly NewDevice[]): void => {
    setDialog(devices)
    for (const queryKey of [listKey(devicesList.name), ['device-people']])
      void queries.invalidateQueries({ queryKey })
  }
  const addButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setDialog('one')}>
      {t('entities.devices.new.title')}
    </Button>
  )
  const bulk = (rows: Device[]) => (
    <Button
      danger
      icon={<StopOutlined aria-hidden="true" />}
      loading={isPending}
      onClick={() => revoke(rows)}
    >
      {t('entities.devices.revoke.button')}
    </Button>
  )
  return (
    <>
      {holder}
      <Suspense>
        {dialog === 'one' && <NewDeviceDialog onCreated={(device) => showCodes([device])} onClose={close} />}
        {dialog === 'many' && <ManyDevicesDialog onCreated={showCodes} onClose={close} />}
        {typeof dialog === 'object' && <CodesDialog devices={dialog} onClose={close} />}
      </Suspense>
      <ListPage
        list={devicesList}
        title={t('entities.devices.title')}
        columns={columns}
        card={card}
        rowName={({ label }) => label}
        tabs={<SeveralPhonesAlert />}
        empty={{
          title: t('entities.devices.empty.title'),
          hint: can(user, 'devicesEditAll')
            ? t('entities.devices.empty.hint')
            : t('entities.devices.empty.teamHint'),
          action: addButton,
        }}
        actions={
          <>
            <Button onClick={() => setDialog('many')}>{t('entities.devices.many.title')}</Button>
            {addButton}
          </>
        }
        bulk={bulk}
      />
    </>
  )
}
