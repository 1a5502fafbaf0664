import type { Membership } from '@baseline/contract/iam/contract.ts'

import { accessText } from '#platform/access-text.ts'
import { t } from '#platform/i18n.ts'

/** Describes memberships with the names of the surveys; without one, the user may read all responses. */
export const membershipsText = (
  memberships: readonly Membership[],
  surveys: readonly { id: string; label: string }[],
): string =>
  memberships.length === 0
    ? t('iam.memberships.all')
    : accessText(
        memberships.map(({ surveyId, districts, ownTeam }) => ({
          survey: surveyId === null ? null : (surveys.find(({ id }) => id === surveyId)?.label ?? surveyId),
          districts,
          ownTeam,
        })),
      )
