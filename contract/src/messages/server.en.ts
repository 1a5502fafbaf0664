import { mail as queryMail } from '../answer-queries/mails.en.ts'
import { mail } from '../auth/mails.en.ts'
import { intake } from '../intake/messages.en.ts'
import { monitoring } from '../monitoring/mails.en.ts'
import { mail as readAlertMail } from '../read-log/mails.en.ts'
import { questionnaire } from '../surveys/questionnaire.en.ts'
import { en } from './en.ts'
import { mergeTexts } from './merge-texts.ts'
import { screensEn } from './screens.en.ts'

/** All texts in English: the texts of the browser, and texts that only the servers use. */
export const serverEn = mergeTexts(mergeTexts(en, screensEn), {
  auth: { mail },
  readLog: { mail: readAlertMail },
  monitoring,
  entities: { answerQueries: { mail: queryMail }, surveys: questionnaire, intake },
} as const)

export type Messages = typeof serverEn
