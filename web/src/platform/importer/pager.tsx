import { Button } from 'antd'

import { t } from '../i18n.ts'
import { formatNumber } from '../time.ts'

export const pageSize = 50

interface PagerProps {
  start: number
  total: number
  onStart: (start: number) => void
}

/** Steps through pages. antd's pagination would be a separate chunk, which would slow down every list. */
export const Pager = ({ start, total, onStart }: PagerProps) => {
  if (total <= pageSize) return null
  const end = Math.min(start + pageSize, total)
  const [first, last, all] = [start + 1, end, total].map(formatNumber)
  return (
    <nav className="import-pager" aria-label={t('importer.pager.title')}>
      <Button disabled={start === 0} onClick={() => onStart(start - pageSize)}>
        {t('importer.pager.previous')}
      </Button>
      <span role="status">
        {t('importer.pager.shown', { first: first ?? '', last: last ?? '', all: all ?? '' })}
      </span>
      <Button disabled={end === total} onClick={() => onStart(start + pageSize)}>
        {t('importer.pager.next')}
      </Button>
    </nav>
  )
}
