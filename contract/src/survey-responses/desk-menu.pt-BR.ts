import type { Shape } from '../messages/translate.ts'
import type { deskMenu as en } from './desk-menu.en.ts'

export const deskMenu = {
  menu: 'Fila de revisão',
  title: 'Fila de revisão',
  errors: {
    reviewerNotFound: 'Escolha um usuário ativo que possa revisar respostas',
    outOfScope: '{count} destas respostas estão fora do que este revisor pode ver',
    tooMany: 'Mais de {count} respostas correspondem. Filtre a fila primeiro',
  },
} as const satisfies Shape<typeof en>
