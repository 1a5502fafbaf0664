import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'

import { t } from '../i18n.ts'
import { chooseScheme, schemes, useDark, useScheme } from '../scheme.ts'

const icons = { light: <SunOutlined />, dark: <MoonOutlined />, system: <DesktopOutlined /> }

/** Chooses light, dark or the setting of the device. */
export const SchemeSwitch = () => {
  const scheme = useScheme()
  const dark = useDark()
  return (
    <Dropdown
      trigger={['click']}
      // antd's property, not the HTML attribute: it focuses the menu that the user has just opened.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      menu={{
        selectable: true,
        selectedKeys: [scheme],
        items: schemes.map((key) => ({
          key,
          icon: icons[key],
          label: t(`common.scheme.${key}`),
          onClick: () => chooseScheme(key),
        })),
      }}
    >
      <Button
        type="text"
        aria-haspopup="menu"
        aria-label={t('common.scheme.title')}
        icon={dark ? icons.dark : icons.light}
      />
    </Dropdown>
  )
}
