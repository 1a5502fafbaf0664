import { auth } from '../auth/messages.en.ts'
import { dashboard } from '../dashboard/messages.en.ts'
import { iam, user } from '../iam/messages.en.ts'
import { settings } from '../settings/messages.en.ts'
import { surveyResponses } from '../survey-responses/messages.en.ts'
import { userDetails } from '../user-details/messages.en.ts'
import { shared } from './shared.en.ts'

/** Every text in English, the default language. */
export const en = {
  ...shared,
  ...auth,
  iam,
  user,
  settings,
  dashboard,
  entities: { userDetails, surveyResponses },
} as const

export type Messages = typeof en
