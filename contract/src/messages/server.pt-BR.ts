import { mail as queryMail } from '../answer-queries/mails.pt-BR.ts'
import { mail } from '../auth/mails.pt-BR.ts'
import { intake } from '../intake/messages.pt-BR.ts'
import { monitoring } from '../monitoring/mails.pt-BR.ts'
import { mail as readAlertMail } from '../read-log/mails.pt-BR.ts'
import { questionnaire } from '../surveys/questionnaire.pt-BR.ts'
import { mergeTexts } from './merge-texts.ts'
import { ptBR } from './pt-BR.ts'
import { screensPtBR } from './screens.pt-BR.ts'

export const serverPtBR = mergeTexts(mergeTexts(ptBR, screensPtBR), {
  auth: { mail },
  readLog: { mail: readAlertMail },
  monitoring,
  entities: { answerQueries: { mail: queryMail }, surveys: questionnaire, intake },
} as const)
