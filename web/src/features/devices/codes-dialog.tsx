import { PrinterOutlined } from '@ant-design/icons'
import type { NewDevice } from '@baseline/contract/devices/contract.ts'
import { languages } from '@baseline/contract/messages/translate.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import { Alert, Button, Flex, Modal, Select } from 'antd'
import { useEffect, useState } from 'react'

import { UnsavedGuard } from '#platform/form/unsaved-guard.tsx'
import { chosenLanguage, languageNames, t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'
import { useConfirm } from '#platform/ui/confirm.tsx'

import { codeText, collectSettings } from './collect-settings.ts'
import { DeviceSheet } from './device-sheet.tsx'
import { leaveTexts } from './leave-texts.ts'

/** Returns the settings of the phone. The project has the colour of the theme. */
const settingsOf = (device: NewDevice) => {
  const { surveyLabels } = device
  const [onlySurvey] = surveyLabels?.length === 1 ? surveyLabels : []
  const color = getComputedStyle(document.body).getPropertyValue('--ant-color-primary').trim()
  return collectSettings(device, {
    origin: location.origin,
    project: { name: onlySurvey ?? t('app.title'), color },
  })
}

/** Returns the texts of the codes by device; undefined until they are compressed. */
const useCodes = (devices: readonly NewDevice[]): ReadonlyMap<string, string> | undefined => {
  const [codes, setCodes] = useState<ReadonlyMap<string, string>>()
  useEffect(() => {
    const compress = async (device: NewDevice) => [device.id, await codeText(settingsOf(device))] as const
    void Promise.all(devices.map(compress)).then((pairs) => setCodes(new Map(pairs)))
  }, [devices])
  return codes
}

interface CodesDialogProps {
  devices: readonly NewDevice[]
  onClose: () => void
}

/** Shows the QR codes of new devices, once: the tokens are nowhere else. */
export const CodesDialog = ({ devices, onClose }: CodesDialogProps) => {
  const [language, setLanguage] = useState<Language>(chosenLanguage)
  const [hasPrinted, setHasPrinted] = useState(false)
  const [confirm, holder] = useConfirm()
  const codes = useCodes(devices)
  const title =
    devices.length === 1
      ? t('entities.devices.codes.title.one')
      : t('entities.devices.codes.title.many', { count: formatNumber(devices.length) })
  const close = async (): Promise<void> => {
    const { title: question, text, leave } = leaveTexts({ hasPrinted })
    const isConfirmed = await confirm({
      title: question,
      text,
      names: devices.map(({ label }) => label),
      action: leave,
      danger: true,
    })
    if (isConfirmed) onClose()
  }
  return (
    <>
      <Modal
        open
        className="codes-dialog"
        title={title}
        width={800}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        footer={
          <Flex gap={8} justify="end" align="center" wrap>
            <Select
              aria-label={t('entities.devices.codes.language')}
              className="codes-language"
              value={language}
              options={languages.map((value) => ({ value, label: languageNames[value].full }))}
              onChange={setLanguage}
            />
            <Button
              icon={<PrinterOutlined aria-hidden="true" />}
              type="primary"
              disabled={!codes}
              onClick={() => {
                setHasPrinted(true)
                window.print()
              }}
            >
              {t('entities.devices.codes.print')}
            </Button>
            <Button onClick={() => void close()}>{t('entities.devices.codes.done')}</Button>
          </Flex>
        }
      >
        <Alert className="codes-note" type="warning" showIcon title={t('entities.devices.codes.once')} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
        <div className="device-sheets" role="region" aria-label={title} tabIndex={0}>
          {codes &&
            devices.map((device) => (
              <DeviceSheet
                key={device.id}
                device={device}
                code={codes.get(device.id) ?? ''}
                language={language}
              />
            ))}
        </div>
      </Modal>
      <UnsavedGuard isDirty={() => true} texts={leaveTexts({ hasPrinted })} />
      {holder}
    </>
  )
}
