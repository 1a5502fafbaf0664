import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'

import { t } from '../i18n.ts'
import type { ListView } from './list-preferences.ts'

import './view-list.css'

export interface ViewMenuProps {
  views: readonly ListView[]
  /** The current URL parameters, to be saved as a view. */
  address: Record<string, unknown>
  onShow: (search: Record<string, unknown>) => void
  onChange: (views: ListView[]) => void
}

/** A view with the same name is replaced. */
const addView = (views: readonly ListView[], view: ListView): ListView[] =>
  [...views.filter(({ name }) => name !== view.name), view].toSorted((a, b) => a.name.localeCompare(b.name))

/** Lists the saved views, and saves the current one under a name. */
export const ViewList = ({ views, address, onShow, onChange }: ViewMenuProps) => {
  const [name, setName] = useState('')
  return (
    <div className="view-menu">
      {views.length === 0 ? (
        <p>{t('list.views.none')}</p>
      ) : (
        <ul>
          {views.map((view) => (
            <li key={view.name}>
              <Button type="text" onClick={() => onShow(view.search)}>
                {view.name}
              </Button>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('list.views.delete', { name: view.name })}
                onClick={() => onChange(views.filter((one) => one !== view))}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() === '') return
          onChange(addView(views, { name: name.trim(), search: { ...address, page: undefined } }))
          setName('')
        }}
      >
        <Input
          aria-label={t('list.views.name')}
          placeholder={t('list.views.name')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button htmlType="submit" disabled={name.trim() === ''}>
          {t('list.views.save')}
        </Button>
      </form>
    </div>
  )
}
