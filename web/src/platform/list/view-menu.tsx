import { DownOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { Suspense, lazy, useState } from 'react'

import { t } from '../i18n.ts'
import type { ViewMenuProps } from './view-list.tsx'

/** Loaded on demand, because most visits never open it. */
const ViewList = lazy(async () => ({ default: (await import('./view-list.tsx')).ViewList }))

/** Menu of saved views: filters, order and page size under a name, stored in this browser. */
export const ViewMenu = (props: ViewMenuProps) => {
  const [open, setOpen] = useState(false)
  const show = (search: Record<string, unknown>) => {
    setOpen(false)
    props.onShow(search)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      open={open}
      onOpenChange={setOpen}
      content={
        <Suspense>
          <ViewList {...props} onShow={show} />
        </Suspense>
      }
    >
      <Button type="text" aria-haspopup="dialog" aria-expanded={open}>
        {t('list.views.title')} <DownOutlined aria-hidden="true" />
      </Button>
    </Popover>
  )
}
