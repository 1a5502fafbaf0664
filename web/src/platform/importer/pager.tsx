import { Button } from 'antd'

import { t } from '../i18n.ts'
import { formatNumber } from '../time.ts'

export const pageSize = 50

interface PagerProps {
  from: number
  total: number
  onFrom: (from: number) => void
}

/** Steps through pages. antd's pagination would be a separate chunk, which would slow down every list. */
export const Pager = ({ from, total, onFrom }: PagerProps) => {
  if (total <= pageSize) return null
  const until = Math.min(from + pageSize, total)
  const [first, last, all] = [from + 1, until, total].map(formatNumber)
  return (
    <nav className="import-pager" aria-label={t('importer.pager.title')}>
      <Button disabled={from === 0} onClick={() => onFrom(from - pageSize)}>
        {t('importer.pager.previous')}
      </Button>
      <span role="status">
        {t('importer.pager.shown', { first: first ?? '', last: last ?? '', all: all ?? '' })}
      </span>
      <Button disabled={until === total} onClick={() => onFrom(from + pageSize)}>
        {t('importer.pager.next')}
      </Button>
    </nav>
  )
}
