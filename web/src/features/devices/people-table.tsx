import { listDevicePeople } from '@baseline/contract/devices/contract.ts'
import type { DevicePerson } from '@baseline/contract/devices/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Flex, Table } from 'antd'
// The complete `Input` would also load text areas and passwords.
import Input from 'antd/es/input/Input'
import { useState } from 'react'

import { call } from '#platform/api.ts'
import { messageOf } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { formatNumber } from '#platform/time.ts'
import { useDebounced } from '#platform/use-debounced.ts'

/** The largest page of the call, and the most people that can be chosen. */
const maxPeople = 1000

const usePeople = (search: string, withoutDevice: boolean) =>
  useQuery({
    queryKey: ['device-people', search, withoutDevice],
    queryFn: ({ signal }) => {
      const filter = { ...(search !== '' && { search }), ...(withoutDevice && { withoutDevice }) }
      return call(listDevicePeople, { query: { filter, limit: maxPeople }, signal })
    },
    placeholderData: (previous) => previous,
    meta: { handlesErrors: true },
  })

const columns = () => [
  { key: 'name', dataIndex: 'name', title: t('entities.devices.fields.person') },
  {
    key: 'managerName',
    dataIndex: 'managerName',
    title: t('entities.devices.fields.managerName'),
    render: (name: string | null) => name ?? <Blank />,
  },
  {
    key: 'deviceCount',
    dataIndex: 'deviceCount',
    title: t('entities.devices.many.devices'),
    render: (count: number) => formatNumber(count),
  },
]

const PeopleFailure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Alert
    type="error"
    showIcon
    title={messageOf(error)}
    action={
      <Button size="small" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    }
  />
)

const chosenText = (count: number, total: number): string =>
  t('entities.devices.many.chosen', { count: formatNumber(count), total: formatNumber(total) })

const LimitNote = ({ shown, total }: { shown: number; total: number }) =>
  shown > 0 && shown < total ? (
    <p>{t('entities.devices.many.limited', { count: formatNumber(shown) })}</p>
  ) : null

interface PeopleTableProps {
  chosen: readonly DevicePerson[]
  onChoose: (people: readonly DevicePerson[]) => void
  disabled: boolean
}

/** Chooses people. A choice stays when the search changes. */
export const PeopleTable = ({ chosen, onChoose, disabled }: PeopleTableProps) => {
  const [text, setText] = useState('')
  const [withoutDevice, setWithoutDevice] = useState(true)
  const search = useDebounced(text.trim())
  const { data, error, isLoading, isPlaceholderData, refetch } = usePeople(search, withoutDevice)
  const { rows = [], count = 0 } = data ?? {}
  const isFailed = data === undefined && error !== null
  // All people of the former search would be chosen while the next one is loading.
  const isCurrent = search === text.trim() && !isPlaceholderData
  const choose = (ids: readonly unknown[]): void => {
    const known = new Map([...chosen, ...rows].map((person) => [person.id, person]))
    onChoose([...known.values()].filter(({ id }) => ids.includes(id)).slice(0, maxPeople))
  }
  return (
    <>
      <Flex gap={16} wrap align="center" className="people-filter">
        <Input
          type="search"
          aria-label={t('entities.devices.many.search')}
          placeholder={t('entities.devices.many.search')}
          value={text}
          disabled={disabled}
          onChange={({ target }) => setText(target.value)}
        />
        <Checkbox
          checked={withoutDevice}
          disabled={disabled}
          onChange={({ target }) => setWithoutDevice(target.checked)}
        >
          {t('entities.devices.many.withoutDevice')}
        </Checkbox>
      </Flex>
      {error && <PeopleFailure error={error} onRetry={() => void refetch()} />}
      <Flex gap={8} justify="space-between" align="center" wrap className="people-line">
        <span role="status">{data && chosenText(chosen.length, count)}</span>
        <Flex gap={8} wrap>
          {chosen.length > 0 && (
            <Button size="small" disabled={disabled} onClick={() => onChoose([])}>
              {t('list.clearSelection')}
            </Button>
          )}
          {!isFailed && (
            <Button
              size="small"
              disabled={disabled || !isCurrent || rows.length === 0}
              onClick={() => choose([...chosen, ...rows].map(({ id }) => id))}
            >
              {t('entities.devices.many.chooseAll', { count: formatNumber(rows.length) })}
            </Button>
          )}
        </Flex>
      </Flex>
      <LimitNote shown={rows.length} total={count} />
      {!isFailed && (
        <Table<DevicePerson>
          className="people-table"
          rowKey="id"
          size="small"
          columns={columns()}
          dataSource={rows}
          loading={isLoading}
          scroll={{ x: 'max-content' }}
          pagination={{ pageSize: 8, showSizeChanger: false, hideOnSinglePage: true }}
          locale={{ emptyText: data ? t('entities.devices.many.nobody') : ' ' }}
          rowSelection={{
            selectedRowKeys: chosen.map(({ id }) => id),
            preserveSelectedRowKeys: true,
            onChange: choose,
            getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectPage'), disabled }),
            getCheckboxProps: ({ name }) => ({ 'aria-label': t('list.selectRow', { name }), disabled }),
          }}
        />
      )}
    </>
  )
}
