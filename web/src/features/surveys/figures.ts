import type { Survey } from '@baseline/contract/surveys/contract.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

/** Returns the number of responses, with the target if there is one. */
export const responsesText = ({ responseCount, target }: Survey): string =>
  target === null
    ? formatNumber(responseCount)
    : t('entities.surveys.ofTarget', {
        count: formatNumber(responseCount),
        target: formatNumber(target),
      })
