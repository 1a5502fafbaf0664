import type { NewDevice } from '@baseline/contract/devices/contract.ts'
import { sheetEn } from '@baseline/contract/devices/sheet.en.ts'
import { sheetPtBR } from '@baseline/contract/devices/sheet.pt-BR.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'

import { QrCode } from './qr-code.tsx'

/** The enumerator reads the sheet, so its language can differ from that of the screen. */
const texts = { en: sheetEn, 'pt-BR': sheetPtBR }

interface DeviceSheetProps {
  device: NewDevice
  /** The text of the QR code. */
  code: string
  language: Language
}

/** A printed page: the QR code of one device, and how to use it. */
export const DeviceSheet = ({ device, code, language }: DeviceSheetProps) => {
  const { person, label, surveyLabels } = device
  const text = texts[language]
  const name = person?.name ?? label
  return (
    <section className="device-sheet" lang={language} aria-label={name}>
      <h2>{name}</h2>
      <dl>
        {label !== name && (
          <div>
            <dt>{text.device}</dt>
            <dd>{label}</dd>
          </div>
        )}
        {person?.managerName && (
          <div>
            <dt>{text.manager}</dt>
            <dd>{person.managerName}</dd>
          </div>
        )}
        {surveyLabels && (
          <div>
            <dt>{text.surveys}</dt>
            <dd>{surveyLabels.join(', ')}</dd>
          </div>
        )}
      </dl>
      <div className="device-sheet-body">
        <QrCode text={code} label={`${text.code}: ${name}`} />
        <ol>
          {text.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <p>{text.warning}</p>
    </section>
  )
}
