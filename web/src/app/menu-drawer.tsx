import { Drawer } from 'antd'
import { useState } from 'react'

import { t } from '#platform/i18n.ts'

import { SideMenu } from './side-menu.tsx'

interface MenuDrawerProps {
  open: boolean
  width: number
  onClose: () => void
}

/** On a phone the menu overlays the page. spec §2 */
export const MenuDrawer = ({ open, width, onClose }: MenuDrawerProps) => {
  // Closing returns the focus to the toggle, except after a navigation.
  const [hasNavigated, setHasNavigated] = useState(false)
  return (
    <Drawer
      open={open}
      onClose={onClose}
      afterOpenChange={() => setHasNavigated(false)}
      placement="left"
      size={width}
      closable={false}
      focusable={{ focusTriggerAfterClose: !hasNavigated }}
      aria-label={t('common.mainMenu')}
      styles={{ body: { padding: 0 } }}
    >
      <SideMenu
        onNavigate={() => {
          setHasNavigated(true)
          onClose()
        }}
      />
    </Drawer>
  )
}
