import { answerQueryScreens } from '../answer-queries/screens.pt-BR.ts'
import { security } from '../auth/security.pt-BR.ts'
import { enumeratorScreens } from '../checks/enumerator-screens.pt-BR.ts'
import { checks } from '../checks/messages.pt-BR.ts'
import { checkRuleScreens } from '../checks/rule-screens.pt-BR.ts'
import { dataProtection } from '../data-protection/messages.pt-BR.ts'
import { deviceScreens } from '../devices/screens.pt-BR.ts'
import { intakeScreens } from '../intake/screens.pt-BR.ts'
import { ownResponseScreens } from '../own-responses/screens.pt-BR.ts'
import { readLog } from '../read-log/messages.pt-BR.ts'
import { securityLog } from '../security-log/messages.pt-BR.ts'
import { desk } from '../survey-responses/desk.pt-BR.ts'
import { surveyExports } from '../survey-responses/exports/messages.pt-BR.ts'
import { surveyResponseScreens } from '../survey-responses/screens.pt-BR.ts'
import { surveyScreens } from '../surveys/screens.pt-BR.ts'
import { importer } from './importer.pt-BR.ts'
import type { ScreenMessages } from './screens.en.ts'
import type { Shape } from './translate.ts'

/** Texts of the screens in Brazilian Portuguese. */
export const screensPtBR = {
  importer,
  checks,
  checkRules: checkRuleScreens,
  enumerators: enumeratorScreens,
  securityLog,
  readLog,
  dataProtection,
  auth: security,
  entities: {
    answerQueries: answerQueryScreens,
    devices: deviceScreens,
    intake: intakeScreens,
    ownResponses: ownResponseScreens,
    review: desk,
    surveyResponses: surveyResponseScreens,
    surveyExports,
    surveys: surveyScreens,
  },
} as const satisfies Shape<ScreenMessages>
