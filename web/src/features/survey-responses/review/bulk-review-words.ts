import type { Skipped } from '@baseline/contract/survey-responses/contract.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import type { BulkVerb } from '../decisions.ts'

export interface DryRun {
  count: number
  changes: number
  skipped: Skipped
}

export const manyOf = (count: number) => (count === 1 ? 'one' : 'many')

/** Whether the table of the contract asks for a comment or a reason on these ways. */
export const needsComment = ({ verb }: BulkVerb): boolean => verb !== 'verify' && verb !== 'approve'

/** The dry run has no comment, so it counts one as missing; the dialog asks for it. */
export const isReason = ({ reason }: Skipped[number]): boolean =>
  reason !== 'commentRequired' && reason !== 'reasonRequired'

/** How many will change once the comment is there. */
export const possible = ({ changes, skipped }: DryRun): number =>
  changes + skipped.filter((one) => !isReason(one)).reduce((sum, { count }) => sum + count, 0)

export const wouldChangeText = (changes: number, count: number): string => {
  if (changes === 0) return t('entities.surveyResponses.review.wouldChange.none')
  if (count === 1) return t('entities.surveyResponses.review.wouldChange.one')
  return t('entities.surveyResponses.review.wouldChange.many', {
    changes: formatNumber(changes),
    count: formatNumber(count),
  })
}

/** `222 responses approved` */
export const changedText = ({ verb }: BulkVerb, changed: number): string =>
  changed === 0
    ? t('entities.surveyResponses.review.changed.none')
    : t(`entities.surveyResponses.review.changed.${manyOf(changed)}.${verb}`, {
        count: formatNumber(changed),
      })
