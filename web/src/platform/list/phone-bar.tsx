import { CloseOutlined, MoreOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { Children, Fragment, isValidElement, useState } from 'react'
import type { PropsWithChildren, ReactNode } from 'react'

import { t } from '../i18n.ts'

/** Returns the actions of a node, with fragments flattened. */
const actionsIn = (node: ReactNode): ReactNode[] =>
  Children.toArray(node).flatMap((child) =>
    isValidElement<PropsWithChildren>(child) && child.type === Fragment
      ? actionsIn(child.props.children)
      : [child],
  )

/** Opens upwards from the bar. Keeps its content mounted, so that a dialog opened from it stays open. */
const MoreMenu = ({ children, closesOnClick }: PropsWithChildren<{ closesOnClick?: boolean }>) => {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="topRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      content={
        // Closes the menu after a click on one of its buttons.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div className="more-menu" onClick={() => closesOnClick && setOpen(false)}>
          {children}
        </div>
      }
    >
      <Button
        className="more-button"
        icon={<MoreOutlined aria-hidden="true" />}
        aria-label={t('list.moreActions')}
        aria-haspopup="dialog"
        aria-expanded={open}
      />
    </Popover>
  )
}

/** Actions of the list as one row at the bottom: the first and the last one, and the others in a menu. */
export const PhoneActions = ({ children }: PropsWithChildren) => {
  const actions = actionsIn(children)
  const otherActions = actions.slice(1, -1)
  return (
    <div className="bottom-bar" role="group" aria-label={t('list.actions')}>
      {actions.slice(0, 1)}
      {actions.length > 1 && actions.slice(-1)}
      {otherActions.length > 0 && <MoreMenu>{otherActions}</MoreMenu>}
    </div>
  )
}

interface PhoneBulkBarProps {
  /** Text with the number of selected rows. */
  count: string
  /** Selects all matching rows, if there are more. */
  selectAllButton: ReactNode
  onClear: () => void
  children: ReactNode
}

/** Actions for the selection as one row: the first one, and the others in a menu. */
export const PhoneBulkBar = ({ count, selectAllButton, onClear, children }: PhoneBulkBarProps) => {
  const [firstAction, ...otherActions] = actionsIn(children)
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('list.bulkActions')}>
      <Button
        type="text"
        icon={<CloseOutlined aria-hidden="true" />}
        aria-label={t('list.clearSelection')}
        onClick={onClear}
      />
      <span role="status" className="bulk-count">
        {count}
      </span>
      {firstAction}
      {(Boolean(selectAllButton) || otherActions.length > 0) && (
        <MoreMenu closesOnClick>
          {selectAllButton}
          {otherActions}
        </MoreMenu>
      )}
    </div>
  )
}
