import { useBlocker } from '@tanstack/react-router'
import { Button, Modal } from 'antd'

import { t } from '../i18n.ts'
import { session } from '../session.ts'
import { useUnsaved } from './unsaved.ts'

/** Asks before half-written work is left behind; whoever has been signed out is not held back. */
export const UnsavedGuard = ({ isDirty }: { isDirty: () => boolean }) => {
  useUnsaved(isDirty)
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty() && session.current() !== null,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Modal
      open={blocker.status === 'blocked'}
      title={t('form.unsaved.title')}
      onCancel={() => blocker.reset?.()}
      footer={[
        <Button key="stay" onClick={blocker.reset}>
          {t('form.unsaved.stay')}
        </Button>,
        <Button key="leave" type="primary" danger onClick={blocker.proceed}>
          {t('form.unsaved.leave')}
        </Button>,
      ]}
    >
      {t('form.unsaved.text')}
    </Modal>
  )
}
