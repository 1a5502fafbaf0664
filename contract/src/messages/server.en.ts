import { mail } from '../auth/mails.en.ts'
import { questionnaire } from '../surveys/questionnaire.en.ts'
import { en } from './en.ts'

/** All texts in English: those of the browser, and those that only the servers use. */
export const serverEn = {
  ...en,
  auth: { ...en.auth, mail },
  entities: { ...en.entities, surveys: { ...en.entities.surveys, ...questionnaire } },
} as const

export type Messages = typeof serverEn
