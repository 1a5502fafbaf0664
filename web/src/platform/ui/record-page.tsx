import { EllipsisOutlined } from '@ant-design/icons'
import type { EntityName } from '@baseline/contract/audit-log/contract.ts'
import { can } from '@baseline/contract/permissions.ts'
import { Button, Dropdown, Skeleton } from 'antd'
import type { MenuProps } from 'antd'
import { useEffect } from 'react'
import type { ReactNode } from 'react'

import { historyPath } from '../entities.ts'
import { t } from '../i18n.ts'
import { Blank } from '../list/columns.tsx'
import { useGo } from '../navigation.ts'
import { useSignedInUser } from '../session.ts'
import { Page } from './page.tsx'
import { TimeZoneNote } from './time-zone.tsx'

import './record-page.css'

export interface Fact {
  label: string
  value: ReactNode
}

interface RecordPageProps {
  /** Undefined until the record is loaded. */
  title: string | undefined
  facts: readonly Fact[] | undefined
  entity: { name: EntityName; id: string }
  back: { path: string; label: string }
  /** Shown next to the name, such as a status. */
  status?: ReactNode
  actions?: ReactNode
  /** Dangerous or rare actions. */
  menu: NonNullable<MenuProps['items']>
  /** Further sections below the facts. */
  children?: ReactNode
}

/** Page of one record: its facts, its actions and a link to its history. */
export const RecordPage = (props: RecordPageProps) => {
  const { title, facts, entity, back, status, actions, menu, children } = props
  const go = useGo()
  // Distinguishes tabs and bookmarks by the record, not by its list.
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${t('app.title')}`
  }, [title])
  const user = useSignedInUser()
  const history = can(user, 'auditLogRead') ? historyPath(entity.name, entity.id) : undefined
  const items = [
    ...(history === undefined
      ? []
      : [{ key: 'history', label: t('common.history'), onClick: () => go(history) }]),
    ...menu,
  ]
  return (
    <Page
      title={title ?? back.label}
      back={back}
      {...(status !== undefined && { intro: status })}
      actions={
        <>
          {actions}
          {items.length > 0 && (
            <Dropdown
              trigger={['click']}
              placement="bottomRight"
              // antd's property, not the HTML attribute: it focuses the menu that the user has just opened.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              menu={{ items }}
            >
              <Button
                icon={<EllipsisOutlined aria-hidden="true" />}
                aria-haspopup="menu"
                aria-label={t('common.more')}
              />
            </Dropdown>
          )}
        </>
      }
    >
      {facts ? (
        <>
          <dl className="record-facts">
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value === null || value === undefined || value === '' ? <Blank /> : value}</dd>
              </div>
            ))}
          </dl>
          <p className="record-zone">
            <TimeZoneNote />
          </p>
          {children}
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} title={false} />
      )}
    </Page>
  )
}
