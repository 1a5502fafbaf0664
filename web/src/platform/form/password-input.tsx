import { Input } from 'antd'
import type { PasswordProps } from 'antd/es/input'
import { useState } from 'react'

import { t } from '../i18n.ts'

/** A password that can be looked at, with a word about Caps Lock before it causes a wrong attempt. */
export const PasswordInput = (props: PasswordProps) => {
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: React.KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <>
      <Input.Password {...props} onKeyDown={look} onKeyUp={look} onBlur={() => setCapsLock(false)} />
      <span role="status" className="caps-lock">
        {capsLock && t('common.capsLock')}
      </span>
    </>
  )
}
