import { InboxOutlined, SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'

export interface EmptyList {
  title: string
  /** What to do next. */
  hint: string
  action?: ReactNode
}

/** Nothing yet, and what to do about it. */
export const NothingYet = ({ title, hint, action }: EmptyList) => (
  <div className="list-empty">
    <InboxOutlined aria-hidden="true" />
    <h2>{title}</h2>
    <p>{hint}</p>
    {action}
  </div>
)

/** There are records, but the filters leave none. */
export const NothingMatches = ({ onClear }: { onClear: () => void }) => (
  <div className="list-empty">
    <SearchOutlined aria-hidden="true" />
    <h2>{t('list.nothingMatches')}</h2>
    <p>{t('list.nothingMatchesHint')}</p>
    <Button onClick={onClear}>{t('list.clearFilters')}</Button>
  </div>
)
