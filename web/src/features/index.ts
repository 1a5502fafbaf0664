import type { Feature } from '#platform/feature.ts'

import { auditLog } from './audit-log/index.ts'
import { auth } from './auth/index.ts'
import { dashboard } from './dashboard/index.ts'
import { dataProtection } from './data-protection/index.ts'
import { devices } from './devices/index.ts'
import { iam } from './iam/index.ts'
import { ownResponses } from './own-responses/index.ts'
import { readLog } from './read-log/index.ts'
import { securityLog } from './security-log/index.ts'
import { settings } from './settings/index.ts'
import { answerQueries } from './survey-responses/answer-queries/index.ts'
import { enumerators } from './survey-responses/checks/enumerators/index.ts'
import { checkRules } from './survey-responses/checks/rules/index.ts'
import { reviewDesk } from './survey-responses/desk/index.ts'
import { inbox } from './survey-responses/inbox/index.ts'
import { surveyResponses } from './survey-responses/index.ts'
import { surveys } from './surveys/index.ts'
import { userDetails } from './user-details/index.ts'

/** One line per feature, in the order of the menu. */
export const features: readonly Feature[] = [
  dashboard,
  ownResponses,
  surveys,
  surveyResponses,
  reviewDesk,
  answerQueries,
  inbox,
  checkRules,
  enumerators,
  userDetails,
  devices,
  iam,
  auditLog,
  securityLog,
  readLog,
  dataProtection,
  settings,
  auth,
]
