import type { ReviewState } from '@baseline/contract/survey-responses/desk.ts'
import { Alert } from 'antd'

import { t } from '#platform/i18n.ts'
import { formatInstant } from '#platform/time.ts'
import { useTimeZone } from '#platform/ui/time-zone.tsx'

/** Warns that another reviewer has the response open. After the decision, shows why the response was selected. */
export const HolderNotice = ({ review }: { review: ReviewState | undefined }) => {
  const zone = useTimeZone()
  const holder = review?.holder
  if (review?.selection)
    return <p className="response-selection">{t(`entities.review.selection.${review.selection}`)}</p>
  if (!holder || holder.isMe) return null
  return (
    <Alert
      className="response-holder"
      type="warning"
      showIcon
      title={t('entities.review.heldBy', { name: holder.name, time: formatInstant(holder.since, zone) })}
    />
  )
}
