import { message } from 'antd'
import type { MessageInstance } from 'antd/es/message/interface'
import { useEffect } from 'react'

let instance: MessageInstance | undefined

/** One toast for one result; the same text twice replaces the first, so errors never pile up. spec §8 */
const show = (kind: 'success' | 'error', content: string): void => {
  void instance?.open({ type: kind, content, key: content, duration: kind === 'error' ? 6 : 4 })
}

export const toast = {
  success: (content: string): void => show('success', content),
  error: (content: string): void => show('error', content),
}

/** Lives once inside the ConfigProvider, because only there a toast takes on the theme. */
export const ToastHolder = () => {
  const [api, holder] = message.useMessage({ maxCount: 3 })
  useEffect(() => {
    instance = api
  }, [api])
  return holder
}
