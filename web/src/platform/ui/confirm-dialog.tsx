import { Modal } from 'antd'
import { useEffect } from 'react'

import { t } from '../i18n.ts'
import { formatNumber } from '../time.ts'

export interface Question {
  title: string
  /** Names of the affected records; long lists are shortened. */
  names: readonly string[]
  text?: string
  /** The verb of the title, never "OK". */
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

interface ConfirmDialogProps {
  question: Question
  onAnswer: (agreed: boolean) => void
}

export const ConfirmDialog = ({ question, onAnswer }: ConfirmDialogProps) => {
  const [modal, holder] = Modal.useModal()
  useEffect(() => {
    const { title, names, text, action, danger = false } = question
    const asked = modal.confirm({
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
    void asked.then(onAnswer, () => onAnswer(false))
    // Runs once, when the dialog is mounted.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return holder
}
