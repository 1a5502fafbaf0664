import { Button, message } from 'antd'
import type { MessageInstance } from 'antd/es/message/interface'
import { useEffect } from 'react'
import type { ReactNode } from 'react'

import './toast.css'

interface ToastAction {
  label: string
  /** The key that does the same without the toast. */
  shortcut?: string
  onAct: () => void
}

let instance: MessageInstance | undefined

/** Seconds. A toast with an action stays long enough to read and use it. */
const durations = { success: 4, error: 6, action: 10 }

/**
 * Shows one toast per text; the same text replaces the earlier toast, so that errors do not pile up. spec §8
 */
const show = (kind: 'success' | 'error', key: string, content: ReactNode, duration: number): void => {
  void instance?.open({ type: kind, content, key, duration })
}

const ToastWithAction = ({ text, action }: { text: string; action: ToastAction }) => (
  <span className="toast-with-action">
    {text}
    <Button
      size="small"
      {...(action.shortcut !== undefined && { 'aria-keyshortcuts': action.shortcut })}
      onClick={() => {
        instance?.destroy(text)
        action.onAct()
      }}
    >
      {action.label}
      {action.shortcut !== undefined && (
        <kbd aria-hidden="true" className="toast-key">
          {action.shortcut}
        </kbd>
      )}
    </Button>
  </span>
)

export const toast = {
  success: (text: string, action?: ToastAction): void =>
    action
      ? show('success', text, <ToastWithAction text={text} action={action} />, durations.action)
      : show('success', text, text, durations.success),
  error: (text: string): void => show('error', text, text, durations.error),
}

/** Rendered once inside the ConfigProvider, so that toasts use the theme. */
export const ToastHolder = () => {
  const [api, holder] = message.useMessage({ maxCount: 3 })
  useEffect(() => {
    instance = api
  }, [api])
  return holder
}
