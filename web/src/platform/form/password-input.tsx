import { Input } from 'antd'
import type { PasswordProps } from 'antd/es/input'
import { useState } from 'react'

import { t } from '../i18n.ts'

/** Password input that can be revealed and warns about Caps Lock. */
export const PasswordInput = (props: PasswordProps) => {
  const [capsLock, setCapsLock] = useState(false)
  const updateCapsLock = (event: React.KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <>
      <Input.Password
        {...props}
        onKeyDown={updateCapsLock}
        onKeyUp={updateCapsLock}
        onBlur={() => setCapsLock(false)}
      />
      <span role="status" className="caps-lock">
        {capsLock && t('common.capsLock')}
      </span>
    </>
  )
}
