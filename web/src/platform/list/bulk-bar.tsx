import { Button } from 'antd'
import { useRef } from 'react'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'
import { narrowWindow, useMediaQuery } from '../media-query.ts'
import { formatNumber } from '../time.ts'
import { PhoneBulkBar } from './phone-bar.tsx'

interface BulkBarProps {
  count: number
  /** All rows that match the filter, if there are more than the selected ones. */
  more?: { count: number; isEstimate: boolean; onSelect: () => void }
  onClear: () => void
  children: ReactNode
}

/** Replaces the count line while rows are selected; on a phone it is a bar at the bottom. */
export const BulkBar = ({ count, more, onClear, children }: BulkBarProps) => {
  const narrow = useMediaQuery(narrowWindow)
  const actions = useRef<HTMLDivElement>(null)
  /** Selects the whole list. The button disappears then, so the focus moves on to the first action. */
  const selectMore = () => {
    more?.onSelect()
    actions.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
  }
  const selected = t('list.selected', { count: formatNumber(count) })
  const selectAll = more && (
    <Button type={narrow ? 'default' : 'link'} onClick={selectMore}>
      {more.isEstimate
        ? t('list.selectAllMatching')
        : t('list.selectAll', { count: formatNumber(more.count) })}
    </Button>
  )
  if (narrow)
    return (
      <PhoneBulkBar count={selected} more={selectAll} onClear={onClear}>
        {children}
      </PhoneBulkBar>
    )
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('list.bulkActions')}>
      <div className="bulk-what">
        <span role="status" className="bulk-count">
          {selected}
        </span>
        {selectAll}
        <Button type="text" onClick={onClear}>
          {t('list.clearSelection')}
        </Button>
      </div>
      <div ref={actions} className="bulk-actions">
        {children}
      </div>
    </div>
  )
}
