import type { QueueRow } from '@baseline/contract/survey-responses/desk.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

type Risk = Pick<QueueRow, 'score' | 'flagPoints' | 'investigatorPoints'>

const flagsText = ({ severity, count, points }: Risk['flagPoints'][number]): string =>
  t('entities.review.risk.flags', {
    flags:
      count === 1
        ? t(`checks.flags.marks.${severity}.one`)
        : t(`checks.flags.marks.${severity}.many`, { count: formatNumber(count) }),
    points: formatNumber(points / count),
  })

/** Returns the parts of the risk, such as `1 error × 40 + enumerator 4 = 44`. */
export const riskText = ({ score, flagPoints, investigatorPoints }: Risk): string => {
  const enumerator = t('entities.review.risk.enumerator', { points: formatNumber(investigatorPoints) })
  const sum = flagPoints.reduce((total, { points }) => total + points, investigatorPoints)
  const texts = {
    parts: [...flagPoints.map(flagsText), enumerator].join(' + '),
    sum: formatNumber(sum),
    score: formatNumber(score),
  }
  return sum > score ? t('entities.review.risk.limited', texts) : t('entities.review.risk.sum', texts)
}
