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
  unselectedMatches?: { count: number; isEstimate: boolean; onSelect: () => void }
  onClear: () => void
  children: ReactNode
}

/** Replaces the count line while rows are selected; on a phone it is a bar at the bottom. */
export const BulkBar = ({ count, unselectedMatches, onClear, children }: BulkBarProps) => {
  const narrow = useMediaQuery(narrowWindow)
  const actions = useRef<HTMLDivElement>(null)
  /** Selects the whole list. The button disappears then, so the focus moves on to the first action. */
  const selectAllMatches = () => {
    unselectedMatches?.onSelect()
    actions.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
  }
  const selectedText = t('list.selected', { count: formatNumber(count) })
  const selectAllButton = unselectedMatches && (
    <Button type={narrow ? 'default' : 'link'} onClick={selectAllMatches}>
      {unselectedMatches.isEstimate
        ? t('list.selectAllMatching')
        : t('list.selectAll', { count: formatNumber(unselectedMatches.count) })}
    </Button>
  )
  if (narrow)
    return (
      <PhoneBulkBar count={selectedText} selectAllButton={selectAllButton} onClear={onClear}>
        {children}
      </PhoneBulkBar>
    )
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('list.bulkActions')}>
      <div className="bulk-what">
        <span role="status" className="bulk-count">
          {selectedText}
        </span>
        {selectAllButton}
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
