import { mail } from '../auth/mails.pt-BR.ts'
import { questionnaire } from '../surveys/questionnaire.pt-BR.ts'
import { ptBR } from './pt-BR.ts'
import type { Messages } from './server.en.ts'
import type { Shape } from './translate.ts'

export const serverPtBR = {
  ...ptBR,
  auth: { ...ptBR.auth, mail },
  entities: { ...ptBR.entities, surveys: { ...ptBR.entities.surveys, ...questionnaire } },
} as const satisfies Shape<Messages>
