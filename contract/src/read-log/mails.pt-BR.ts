import type { Shape } from '../messages/translate.ts'
import type { mail as en } from './mails.en.ts'

export const mail = {
  subject: '{app}: leitura de registros acima do normal',
  text: 'Em {day} (UTC), {user} leu pelo menos {count} registros. Esta instalação espera no máximo {limit} por pessoa e dia.',
  hint: 'Pode ser trabalho normal. O registro de leituras mostra quais registros, listas e exportações foram lidos:',
  action: 'Abrir o registro de leituras',
} as const satisfies Shape<typeof en>
