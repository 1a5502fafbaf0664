import { answerQueriesMenu } from '../answer-queries/menu.pt-BR.ts'
import { auditLog } from '../audit-log/messages.pt-BR.ts'
import { auth } from '../auth/messages.pt-BR.ts'
import { enumeratorsMenu } from '../checks/enumerator-menu.pt-BR.ts'
import { checkRulesMenu } from '../checks/menu.pt-BR.ts'
import { dashboard } from '../dashboard/messages.pt-BR.ts'
import { devices } from '../devices/messages.pt-BR.ts'
import { iam, user } from '../iam/messages.pt-BR.ts'
import { intakeMenu } from '../intake/menu.pt-BR.ts'
import { ownResponses } from '../own-responses/messages.pt-BR.ts'
import { settings } from '../settings/messages.pt-BR.ts'
import { deskMenu } from '../survey-responses/desk-menu.pt-BR.ts'
import { surveyResponses } from '../survey-responses/messages.pt-BR.ts'
import { surveys } from '../surveys/messages.pt-BR.ts'
import { userDetails } from '../user-details/messages.pt-BR.ts'
import type { StartMessages } from './en.ts'
import { lists } from './lists.pt-BR.ts'
import { shared } from './shared.pt-BR.ts'
import type { Shape } from './translate.ts'

/** The texts in Brazilian Portuguese that the browser loads at the start. */
export const ptBR = {
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
} as const satisfies Shape<StartMessages>
