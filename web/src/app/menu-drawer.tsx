import { Drawer } from 'antd'
import { useState } from 'react'

import { t } from '#platform/i18n.ts'

import { SideMenu } from './side-menu.tsx'

interface MenuDrawerProps {
  open: boolean
  width: number
  onClose: () => void
}

/** On a phone the menu lies over the page instead of squeezing it. spec §2 */
export const MenuDrawer = ({ open, width, onClose }: MenuDrawerProps) => {
  // Closing gives the focus back to the toggle, but whoever followed a link is on a new page.
  const [followed, setFollowed] = useState(false)
  return (
    <Drawer
      open={open}
      onClose={onClose}
      afterOpenChange={() => setFollowed(false)}
      placement="left"
      size={width}
      closable={false}
      focusable={{ focusTriggerAfterClose: !followed }}
      aria-label={t('common.mainMenu')}
      styles={{ body: { padding: 0 } }}
    >
      <SideMenu
        onNavigate={() => {
          setFollowed(true)
          onClose()
        }}
      />
    </Drawer>
  )
}
