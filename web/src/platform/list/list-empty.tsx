import { InboxOutlined, SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'

export interface EmptyList {
  title: string
  /** Suggests the next step. */
  hint: string
  action?: ReactNode
}

/** Shown if there are no records yet. */
export const NothingYet = ({ title, hint, action }: EmptyList) => (
  <div className="list-empty">
    <InboxOutlined aria-hidden="true" />
    <h2>{title}</h2>
    <p>{hint}</p>
    {action}
  </div>
)

/** Shown if no record matches the filters. */
export const NothingMatches = ({ onClear }: { onClear: () => void }) => (
  <div className="list-empty">
    <SearchOutlined aria-hidden="true" />
    <h2>{t('list.nothingMatches')}</h2>
    <p>{t('list.nothingMatchesHint')}</p>
    <Button onClick={onClear}>{t('list.clearFilters')}</Button>
  </div>
)
