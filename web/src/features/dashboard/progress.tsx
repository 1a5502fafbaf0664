import type { Progress } from '@baseline/contract/dashboard/contract.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import './progress.css'

const percent = (part: number, total: number): string =>
  `${String(total > 0 ? Math.min(100, (part / total) * 100) : 0)}%`

/** Bar in the width of its cell, hidden from screen readers. The text beside it has the same figures. */
export const Bar = ({ part, total, mark }: { part: number; total: number; mark?: number }) => (
  <span className="bar" aria-hidden="true">
    <span className="bar-part" style={{ width: percent(part, total) }} />
    {mark !== undefined && <span className="bar-mark" style={{ insetInlineStart: percent(mark, total) }} />}
  </span>
)

/** Shows the difference from the number expected by the end of yesterday as text, never by colour alone. */
export const Balance = ({ done, expected }: Pick<Progress, 'done' | 'expected'>) => {
  const difference = done - expected
  if (difference === 0) return <span className="balance">{t('dashboard.figures.onTime')}</span>
  const count = formatNumber(Math.abs(difference))
  return difference < 0 ? (
    <span className="balance balance-behind">{t('dashboard.figures.behind', { count })}</span>
  ) : (
    <span className="balance balance-ahead">{t('dashboard.figures.ahead', { count })}</span>
  )
}
