import type { Shape } from '../messages/translate.ts'
import type { answerQueriesMenu as en } from './menu.en.ts'

export const answerQueriesMenu = {
  menu: 'Dúvidas',
  title: 'Dúvidas',
  errors: {
    unknownQuestion: 'O questionário não tem essa resposta. Escolha uma das perguntas',
    changed: 'Esta dúvida mudou desde que você abriu a resposta. Confira novamente',
  },
} as const satisfies Shape<typeof en>
