import { auditLog } from '../audit-log/messages.pt-BR.ts'
import { auth } from '../auth/messages.pt-BR.ts'
import { dashboard } from '../dashboard/messages.pt-BR.ts'
import { iam, user } from '../iam/messages.pt-BR.ts'
import { securityLog } from '../security-log/messages.pt-BR.ts'
import { settings } from '../settings/messages.pt-BR.ts'
import { surveyExports } from '../survey-responses/exports/messages.pt-BR.ts'
import { surveyResponses } from '../survey-responses/messages.pt-BR.ts'
import { surveyResponseScreens } from '../survey-responses/screens.pt-BR.ts'
import { surveys } from '../surveys/messages.pt-BR.ts'
import { userDetails } from '../user-details/messages.pt-BR.ts'
import type { BrowserMessages } from './en.ts'
import { importer } from './importer.pt-BR.ts'
import { lists } from './lists.pt-BR.ts'
import { shared } from './shared.pt-BR.ts'
import type { Shape } from './translate.ts'

/** All texts in Brazilian Portuguese. */
export const ptBR = {
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
} as const satisfies Shape<BrowserMessages>
