import type { Shape } from '../messages/translate.ts'
import type { surveyResponses as en } from './messages.en.ts'

export const surveyResponses = {
  create: { success: 'Resposta da pesquisa salva com sucesso' },
  update: { success: 'Resposta da pesquisa salva com sucesso' },
  destroy: { success: 'Resposta da pesquisa excluída com sucesso' },
  destroyAll: { success: 'Respostas da pesquisa excluídas com sucesso' },
} as const satisfies Shape<typeof en>
