import { Modal } from 'antd'

import { t } from '../i18n.ts'

const keys = [
  ['/', 'search'],
  ['j', 'next'],
  ['k', 'previous'],
  ['x', 'select'],
  ['Enter', 'open'],
  ['?', 'help'],
] as const

export const KeyHelp = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Modal title={t('list.keys.title')} open={open} onCancel={onClose} footer={null} width={400}>
    <dl className="key-help">
      {keys.map(([key, name]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{t(`list.keys.${name}`)}</dd>
        </div>
      ))}
    </dl>
  </Modal>
)
