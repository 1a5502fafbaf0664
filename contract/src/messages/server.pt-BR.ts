import { mail } from '../auth/mails.pt-BR.ts'
import { questionnaire } from '../surveys/questionnaire.pt-BR.ts'
import { mergeTexts } from './merge-texts.ts'
import { ptBR } from './pt-BR.ts'
import { screensPtBR } from './screens.pt-BR.ts'

export const serverPtBR = mergeTexts(mergeTexts(ptBR, screensPtBR), {
  auth: { mail },
  entities: { surveys: questionnaire },
} as const)
