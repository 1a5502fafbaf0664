import { answerQueryScreens } from '../answer-queries/screens.en.ts'
import { security } from '../auth/security.en.ts'
import { enumeratorScreens } from '../checks/enumerator-screens.en.ts'
import { checks } from '../checks/messages.en.ts'
import { checkRuleScreens } from '../checks/rule-screens.en.ts'
import { dataProtection } from '../data-protection/messages.en.ts'
import { deviceScreens } from '../devices/screens.en.ts'
import { intakeScreens } from '../intake/screens.en.ts'
import { ownResponseScreens } from '../own-responses/screens.en.ts'
import { readLog } from '../read-log/messages.en.ts'
import { securityLog } from '../security-log/messages.en.ts'
import { desk } from '../survey-responses/desk.en.ts'
import { surveyExports } from '../survey-responses/exports/messages.en.ts'
import { surveyResponseScreens } from '../survey-responses/screens.en.ts'
import { surveyScreens } from '../surveys/screens.en.ts'
import { importer } from './importer.en.ts'

/** Texts in English that the browser loads with the screens that use them, not at the start. */
export const screensEn = {
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
} as const

export type ScreenMessages = typeof screensEn
