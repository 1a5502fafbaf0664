import { answerQueriesMenu } from '../answer-queries/menu.en.ts'
import { auditLog } from '../audit-log/messages.en.ts'
import { auth } from '../auth/messages.en.ts'
import { enumeratorsMenu } from '../checks/enumerator-menu.en.ts'
import { checkRulesMenu } from '../checks/menu.en.ts'
import { dashboard } from '../dashboard/messages.en.ts'
import { devices } from '../devices/messages.en.ts'
import { iam, user } from '../iam/messages.en.ts'
import { intakeMenu } from '../intake/menu.en.ts'
import { ownResponses } from '../own-responses/messages.en.ts'
import { settings } from '../settings/messages.en.ts'
import { deskMenu } from '../survey-responses/desk-menu.en.ts'
import { surveyResponses } from '../survey-responses/messages.en.ts'
import { surveys } from '../surveys/messages.en.ts'
import { userDetails } from '../user-details/messages.en.ts'
import { lists } from './lists.en.ts'
import { shared } from './shared.en.ts'

/** The texts in English, the default language, that the browser loads at the start. */
export const en = {
  ...shared,
  ...lists,
  ...auth,
  iam,
  user,
  settings,
  dashboard,
  auditLog,
  checkRules: checkRulesMenu,
  enumerators: enumeratorsMenu,
  entities: {
    answerQueries: answerQueriesMenu,
    userDetails,
    devices,
    intake: intakeMenu,
    ownResponses,
    review: deskMenu,
    surveyResponses,
    surveys,
  },
} as const

export type StartMessages = typeof en
