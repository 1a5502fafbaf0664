import type { DevicePerson, NewDevice } from '@baseline/contract/devices/contract.ts'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Modal, Progress } from 'antd'
import { useState } from 'react'

import { handleError } from '#platform/error-funnel.ts'
import { decide, isNoResponse, messageOf } from '#platform/errors.ts'
import { UnsavedGuard } from '#platform/form/unsaved-guard.tsx'
import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { DeviceFailure, createDevices, devicesOf, startBatch } from './create-devices.ts'
import type { DeviceBatch } from './create-devices.ts'
import { leaveTexts } from './leave-texts.ts'
import { PeopleTable } from './people-table.tsx'
import { SurveysSelect } from './surveys-select.tsx'

const createText = (count: number): string =>
  count === 1
    ? t('entities.devices.many.action.one')
    : t('entities.devices.many.action.many', { count: formatNumber(count) })

const causeOf = (error: Error): unknown => (error instanceof DeviceFailure ? error.cause : error)

/** Names the person whose device was refused. A lost connection is not about a person. */
const failureText = (error: Error): string => {
  const text = messageOf(causeOf(error))
  return error instanceof DeviceFailure && !isNoResponse(error.cause)
    ? t('entities.devices.many.failedFor', { name: error.person.name, error: text })
    : text
}

const Progressing = ({ count, total }: { count: number; total: number }) => (
  <div role="status" className="many-progress">
    {t('entities.devices.many.progress', { count: formatNumber(count), total: formatNumber(total) })}
    <Progress
      percent={Math.round((100 * count) / total)}
      showInfo={false}
      aria-label={t('entities.devices.many.title')}
    />
  </div>
)

interface ManyDevicesDialogProps {
  onCreated: (devices: NewDevice[]) => void
  onClose: () => void
}

/** Creates devices for many people at once. After an error, the user continues or shows the codes that exist. */
export const ManyDevicesDialog = ({ onCreated, onClose }: ManyDevicesDialogProps) => {
  const [chosen, setChosen] = useState<readonly DevicePerson[]>([])
  const [surveys, setSurveys] = useState<string[] | null>(null)
  const [batch, setBatch] = useState<DeviceBatch>()
  const [createdCount, setCreatedCount] = useState(0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (started: DeviceBatch) => createDevices(started, setCreatedCount),
    onSuccess: (_, started) => onCreated(devicesOf(started)),
    // A refusal is shown with its person, without a toast.
    onError: (failure) => {
      const { kind } = decide(causeOf(failure))
      if (kind === 'signOut' || kind === 'forbidden') handleError(causeOf(failure))
    },
    meta: { handlesErrors: true },
  })
  const create = (): void => {
    const started = batch ?? startBatch(chosen, surveys)
    setBatch(started)
    mutate(started)
  }
  // Another choice would be another batch, and the codes of this one would be lost.
  const isFixed = isPending || createdCount > 0
  return (
    <>
      <Modal
        open
        title={t('entities.devices.many.title')}
        width={720}
        footer={null}
        mask={{ closable: false }}
        closable={!isFixed}
        keyboard={!isFixed}
        onCancel={onClose}
      >
        <p>{t('entities.devices.many.hint')}</p>
        <PeopleTable
          chosen={chosen}
          disabled={isFixed}
          onChoose={(people) => {
            setChosen(people)
            setBatch(undefined)
          }}
        />
        <Form layout="vertical">
          <Form.Item label={t('entities.devices.fields.surveys')} htmlFor="many-surveys">
            <SurveysSelect
              id="many-surveys"
              value={surveys}
              disabled={isFixed}
              onChange={(ids) => {
                setSurveys(ids)
                setBatch(undefined)
              }}
            />
          </Form.Item>
        </Form>
        {isPending && <Progressing count={createdCount} total={chosen.length} />}
        {error && !isPending && (
          <Alert
            className="many-failure"
            type="error"
            showIcon
            title={t('entities.devices.many.failed', {
              count: formatNumber(createdCount),
              total: formatNumber(chosen.length),
            })}
            description={failureText(error)}
          />
        )}
        <Flex gap={8} justify="end" wrap>
          {batch && createdCount > 0 ? (
            <Button disabled={isPending} onClick={() => onCreated(devicesOf(batch))}>
              {t('entities.devices.many.showCodes')}
            </Button>
          ) : (
            <Button disabled={isPending} onClick={onClose}>
              {t('common.cancel')}
            </Button>
          )}
          <Button type="primary" disabled={chosen.length === 0} loading={isPending} onClick={create}>
            {createdCount > 0 && !isPending ? t('common.retry') : createText(chosen.length)}
          </Button>
        </Flex>
      </Modal>
      <UnsavedGuard isDirty={() => isFixed} texts={leaveTexts()} />
    </>
  )
}
