import type { Skipped } from '@baseline/contract/survey-responses/contract.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import type { BulkVerb } from '../decisions.ts'

export interface DryRun {
  count: number
  changes: number
  skipped: Skipped
}

export const pluralForm = (count: number) => (count === 1 ? 'one' : 'many')

/** Returns whether the contract's status table requires a comment or a reason for a decision. */
export const needsComment = ({ verb }: BulkVerb): boolean => verb !== 'verify' && verb !== 'approve'

/** The dry run sends no comment and reports it as missing. The dialog asks for it. */
export const isSkipReason = ({ reason }: Skipped[number]): boolean =>
  reason !== 'commentRequired' && reason !== 'reasonRequired'

/** Returns how many responses will change if the user adds the comment. */
export const countPossible = ({ changes, skipped }: DryRun): number =>
  changes + skipped.filter((one) => !isSkipReason(one)).reduce((sum, { count }) => sum + count, 0)

export const wouldChangeText = (changes: number, count: number): string => {
  if (changes === 0) return t('entities.surveyResponses.review.wouldChange.none')
  if (count === 1) return t('entities.surveyResponses.review.wouldChange.one')
  return t('entities.surveyResponses.review.wouldChange.many', {
    changes: formatNumber(changes),
    count: formatNumber(count),
  })
}

/** Returns a text like `222 responses approved`. */
export const changedText = ({ verb }: BulkVerb, changed: number): string =>
  changed === 0
    ? t('entities.surveyResponses.review.changed.none')
    : t(`entities.surveyResponses.review.changed.${pluralForm(changed)}.${verb}`, {
        count: formatNumber(changed),
      })
