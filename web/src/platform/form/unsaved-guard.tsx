import { useBlocker } from '@tanstack/react-router'
import { Button, Modal } from 'antd'

import { t } from '../i18n.ts'
import { session } from '../session.ts'
import { useUnsaved } from './unsaved.ts'

interface GuardTexts {
  title: string
  text: string
  stay: string
  leave: string
}

const unsavedTexts = (): GuardTexts => ({
  title: t('form.unsaved.title'),
  text: t('form.unsaved.text'),
  stay: t('form.unsaved.stay'),
  leave: t('form.unsaved.leave'),
})

interface UnsavedGuardProps {
  isDirty: () => boolean
  /** Texts, if something other than a form is left. */
  texts?: GuardTexts
}

/** Asks before unsaved work is left; a signed-out user is not asked. */
export const UnsavedGuard = ({ isDirty, texts = unsavedTexts() }: UnsavedGuardProps) => {
  useUnsaved(isDirty)
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty() && session.current() !== null,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Modal
      open={blocker.status === 'blocked'}
      title={texts.title}
      onCancel={() => blocker.reset?.()}
      footer={[
        <Button key="stay" onClick={blocker.reset}>
          {texts.stay}
        </Button>,
        <Button key="leave" type="primary" danger onClick={blocker.proceed}>
          {texts.leave}
        </Button>,
      ]}
    >
      {texts.text}
    </Modal>
  )
}
