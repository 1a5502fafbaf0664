import { auditLog } from '../audit-log/messages.en.ts'
import { auth } from '../auth/messages.en.ts'
import { dashboard } from '../dashboard/messages.en.ts'
import { iam, user } from '../iam/messages.en.ts'
import { securityLog } from '../security-log/messages.en.ts'
import { settings } from '../settings/messages.en.ts'
import { surveyExports } from '../survey-responses/exports/messages.en.ts'
import { surveyResponses } from '../survey-responses/messages.en.ts'
import { surveyResponseScreens } from '../survey-responses/screens.en.ts'
import { surveys } from '../surveys/messages.en.ts'
import { userDetails } from '../user-details/messages.en.ts'
import { importer } from './importer.en.ts'
import { lists } from './lists.en.ts'
import { shared } from './shared.en.ts'

/** The texts of the browser in English, the default language. */
export const en = {
  ...shared,
  ...lists,
  importer,
  ...auth,
  iam,
  user,
  settings,
  dashboard,
  auditLog,
  securityLog,
  entities: {
    userDetails,
    surveyResponses: { ...surveyResponses, ...surveyResponseScreens },
    surveyExports,
    surveys,
  },
} as const

export type BrowserMessages = typeof en
