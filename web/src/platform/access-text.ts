import type { CurrentUser } from '@baseline/contract/auth/contract.ts'

import { t } from './i18n.ts'

/** Describes what a user may read of the responses, such as "Baseline in Boane, Tete · All surveys, own team". */
export const accessText = (access: CurrentUser['access']): string =>
  access
    .map(({ survey: label, districts, ownTeam }) => {
      const survey = label ?? t('iam.memberships.allSurveys')
      if (ownTeam) return t('iam.memberships.parts.ownTeam', { survey })
      return districts
        ? t('iam.memberships.parts.districts', { survey, districts: districts.join(', ') })
        : t('iam.memberships.parts.all', { survey })
    })
    .join(' · ')
