import type { CheckRule } from '@baseline/contract/survey-responses/check-rules.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

const barWidth = 6
const gap = 2
const height = 24

/** New flags of each day as bars. The label has the same numbers. */
export const Trend = ({ days }: Pick<CheckRule, 'days'>) => {
  const most = Math.max(1, ...days)
  const total = days.reduce((sum, count) => sum + count, 0)
  const width = days.length * (barWidth + gap) - gap
  return (
    <span className="rule-trend">
      <svg
        role="img"
        width={width}
        height={height}
        viewBox={`0 0 ${String(width)} ${String(height)}`}
        aria-label={t('checkRules.trend.days', { days: days.map(formatNumber).join('; ') })}
      >
        {days.map((count, day) => {
          // A day without flags has a line, so that the number of days is visible.
          const bar = count === 0 ? 1 : Math.max(3, (count / most) * height)
          return (
            // The position of a day is its only identity.
            // oxlint-disable-next-line react/no-array-index-key
            <rect key={day} x={day * (barWidth + gap)} y={height - bar} width={barWidth} height={bar} />
          )
        })}
      </svg>
      <span>
        {total === 1
          ? t('checkRules.trend.total.one')
          : t('checkRules.trend.total.many', { count: formatNumber(total) })}
      </span>
    </span>
  )
}
