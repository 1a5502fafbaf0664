import type { Skipped } from '@baseline/contract/survey-responses/contract.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { isSkipReason, pluralForm } from './bulk-review-texts.ts'

/** Lists how many responses a bulk review skips, by reason. */
export const SkippedList = ({ skipped }: { skipped: Skipped }) => {
  const reasons = skipped.filter(isSkipReason)
  if (reasons.length === 0) return null
  return (
    <ul className="bulk-skipped">
      {reasons.map(({ reason, count }) => (
        <li key={reason}>
          {t(`entities.surveyResponses.review.skipped.${pluralForm(count)}`, {
            count: formatNumber(count),
            reason: t(`entities.surveyResponses.review.reasons.${pluralForm(count)}.${reason}`),
          })}
        </li>
      ))}
    </ul>
  )
}
