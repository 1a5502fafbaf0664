import { Button } from 'antd'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'
import { formatNumber } from '../time.ts'

interface BulkBarProps {
  count: number
  /** All that the filter finds, where that is more than is selected. */
  more?: { count: number; isEstimate: boolean; onSelect: () => void }
  onClear: () => void
  children: ReactNode
}

/**
 * Stands where the count line was while rows are selected; on a phone at the bottom, under the thumb, where what can be
 * done is one line that a finger pushes sideways.
 */
export const BulkBar = ({ count, more, onClear, children }: BulkBarProps) => (
  <div className="bulk-bar" role="toolbar" aria-label={t('list.bulkActions')}>
    <div className="bulk-what">
      <span role="status" className="bulk-count">
        {t('list.selected', { count: formatNumber(count) })}
      </span>
      {more && (
        <Button type="link" onClick={more.onSelect}>
          {more.isEstimate
            ? t('list.selectAllMatching')
            : t('list.selectAll', { count: formatNumber(more.count) })}
        </Button>
      )}
      <Button type="text" onClick={onClear}>
        {t('list.clearSelection')}
      </Button>
    </div>
    <div className="bulk-actions">{children}</div>
  </div>
)
