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

const maxShownNames = 5

/** Lists names of records; shortens long lists. */
export const Names = ({ names }: { names: readonly string[] }) => {
  const hiddenCount = names.length - maxShownNames
  return (
    <ul className="confirm-names">
      {names.slice(0, maxShownNames).map((name) => (
        <li key={name}>{name}</li>
      ))}
      {hiddenCount > 0 && <li>{t('common.andMore', { count: formatNumber(hiddenCount) })}</li>}
    </ul>
  )
}

interface ConfirmDialogProps {
  question: Question
  onAnswer: (isConfirmed: boolean) => void
}

export const ConfirmDialog = ({ question, onAnswer }: ConfirmDialogProps) => {
  const [modal, holder] = Modal.useModal()
  useEffect(() => {
    const { title, names, text, action, danger = false } = question
    const answer = modal.confirm({
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
    void answer.then(onAnswer, () => onAnswer(false))
    // Runs once, when the dialog is mounted.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return holder
}
