import { Modal } from 'antd'

import { t } from '../i18n.ts'

interface KeyHelpProps {
  /** Each with what it does. */
  keys: readonly (readonly [key: string, text: string])[]
  open: boolean
  onClose: () => void
}

const listKeys = (): KeyHelpProps['keys'] => [
  ['/', t('list.keys.search')],
  ['j', t('list.keys.next')],
  ['k', t('list.keys.previous')],
  ['x', t('list.keys.select')],
  ['Enter', t('list.keys.open')],
  ['?', t('list.keys.help')],
]

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

/** Those of every list. */
export const ListKeyHelp = (props: Omit<KeyHelpProps, 'keys'>) => <KeyHelp keys={listKeys()} {...props} />
