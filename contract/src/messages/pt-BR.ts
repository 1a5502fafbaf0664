import { auth } from '../auth/messages.pt-BR.ts'
import { dashboard } from '../dashboard/messages.pt-BR.ts'
import { iam, user } from '../iam/messages.pt-BR.ts'
import { settings } from '../settings/messages.pt-BR.ts'
import { surveyResponses } from '../survey-responses/messages.pt-BR.ts'
import { userDetails } from '../user-details/messages.pt-BR.ts'
import type { Messages } from './en.ts'
import { shared } from './shared.pt-BR.ts'
import type { Shape } from './translate.ts'

/** Every text in Brazilian Portuguese. */
export const ptBR = {
  ...shared,
  ...auth,
  iam,
  user,
  settings,
  dashboard,
  entities: { userDetails, surveyResponses },
} as const satisfies Shape<Messages>
