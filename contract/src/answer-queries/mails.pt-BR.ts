import type { Shape } from '../messages/translate.ts'
import type { mail as en } from './mails.en.ts'

export const mail = {
  subject: {
    one: '{app}: 1 dúvida aguarda por você',
    many: '{app}: {count} dúvidas aguardam por você',
  },
  text: {
    one: '1 dúvida sobre uma resposta de entrevista aguarda por você.',
    many: '{count} dúvidas sobre respostas de entrevistas aguardam por você.',
  },
  overdue: { one: '1 está atrasada.', many: '{count} estão atrasadas.' },
  noAccess: 'Peça ao seu supervisor que as mostre.',
  action: 'Abrir as dúvidas',
} as const satisfies Shape<typeof en>
