import { Modal } from 'antd'

import { t } from '../i18n.ts'

/** A key and its action. */
export type KeyText = readonly [key: string, text: string]

interface KeyHelpProps {
  keys: readonly KeyText[]
  open: boolean
  onClose: () => void
}

export const KeyHelp = ({ keys, open, onClose }: KeyHelpProps) => (
  <Modal title={t('list.keys.title')} open={open} onCancel={onClose} footer={null} width={400}>
    <dl className="key-help">
      {keys.map(([key, text]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </Modal>
)
