import type { Shape } from '../messages/translate.ts'
import type { userDetails as en } from './messages.en.ts'

export const userDetails = {
  create: { success: 'Detalhes do usuário salvos com sucesso' },
  update: { success: 'Detalhes do usuário salvos com sucesso' },
  destroy: { success: 'Detalhes do usuário excluídos com sucesso' },
  destroyAll: { success: 'Detalhes dos usuários excluídos com sucesso' },
  errors: {
    managerNotFound: 'Gerente não encontrado',
    ownManager: 'Uma pessoa não pode ser o seu próprio gerente',
  },
} as const satisfies Shape<typeof en>
