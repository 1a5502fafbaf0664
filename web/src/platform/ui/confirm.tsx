import { Modal } from 'antd'
import { Fragment, createElement } from 'react'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'
import { formatNumber } from '../time.ts'

interface Question {
  title: string
  /** What it will be done to: names, and how many more there are. */
  names: readonly string[]
  text?: string
  /** The verb again, never "OK". */
  action: string
  danger?: boolean
}

const shownNames = 5

const Names = ({ names }: { names: readonly string[] }) => {
  const more = names.length - shownNames
  return (
    <ul className="confirm-names">
      {names.slice(0, shownNames).map((name) => (
        <li key={name}>{name}</li>
      ))}
      {more > 0 && <li>{t('common.andMore', { count: formatNumber(more) })}</li>}
    </ul>
  )
}

/** Asks before something is done to records; what is destroyed is named and counted before it is. */
export const useConfirm = (): [(question: Question) => Promise<boolean>, ReactNode] => {
  const [modal, holder] = Modal.useModal()
  const confirm = async ({ title, names, text, action, danger = false }: Question): Promise<boolean> =>
    modal.confirm({
      title,
      icon: null,
      content: (
        <>
          {text !== undefined && <p>{text}</p>}
          <Names names={names} />
        </>
      ),
      okText: action,
      okButtonProps: { danger },
      cancelText: t('common.cancel'),
      focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
    })
  // antd gives every holder the same key, and a page may have several.
  return [confirm, createElement(Fragment, null, holder)]
}
