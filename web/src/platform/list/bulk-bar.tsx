import { Button } from 'antd'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'
import { formatNumber } from '../time.ts'

interface BulkBarProps {
  count: number
  onClear: () => void
  children: ReactNode
}

/** Stands where the count line was while rows are selected; on a phone at the bottom, under the thumb. */
export const BulkBar = ({ count, onClear, children }: BulkBarProps) => (
  <div className="bulk-bar" role="toolbar" aria-label={t('list.bulkActions')}>
    <span role="status" className="bulk-count">
      {t('list.selected', { count: formatNumber(count) })}
    </span>
    {children}
    <Button type="text" onClick={onClear}>
      {t('list.clearSelection')}
    </Button>
  </div>
)
