import { InboxOutlined, SearchOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'

import { ApiError, messageOf } from '../errors.ts'
import { t } from '../i18n.ts'

import './list-states.css'

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

/** Shows a failed refetch with a retry button above the previous rows. spec §8 */
export const ListFailure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Alert
      className="list-failure"
      type="error"
      showIcon
      title={messageOf(error)}
      description={requestId && t('common.requestId', { id: requestId.slice(0, 64) })}
      action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    />
  )
}

/** Placeholder with the size of the list, to avoid layout shifts. */
export const ListSkeleton = ({ columns, rows }: { columns: number; rows: number }) => (
  <div role="status" aria-label={t('common.loading')} className="list-skeleton">
    {Array.from({ length: rows + 1 }, (_, row) => (
      <div key={row} className="list-skeleton-row" aria-hidden="true">
        {Array.from({ length: columns }, (_cell, column) => (
          <span key={column} style={{ width: `${String(45 + ((row * 31 + column * 17) % 5) * 10)}%` }} />
        ))}
      </div>
    ))}
  </div>
)
