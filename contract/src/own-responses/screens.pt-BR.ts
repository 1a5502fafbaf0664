import type { Shape } from '../messages/translate.ts'
import type { ownResponseScreens as en } from './screens.en.ts'

/** Texts of the screen with an enumerator's own interviews in Brazilian Portuguese. */
export const ownResponseScreens = {
  intro: 'Recebidas nos últimos {days} dias',
  figures: {
    title: 'Meus números',
    today: 'Hoje',
    week: 'Últimos 7 dias',
    month: 'Últimos {days} dias',
    returned: 'Devolvidas',
    byStatus: 'Por status',
  },
  days: {
    title: 'Entrevistas por dia',
    one: '{day}: {count}',
    otherDates: {
      one: '1 entrevista não tem data neste período',
      many: '{count} entrevistas não têm data neste período',
    },
  },
  returned: {
    title: 'Devolvidas a você',
    hint: 'Corrija estas entrevistas no seu celular e envie-as novamente. Se não for possível, fale com o seu supervisor.',
    reason: 'Motivo',
  },
  others: 'Outras entrevistas',
  all: 'Todas as entrevistas',
  noVillage: 'Sem comunidade',
  noDate: 'Sem data',
  received: 'Recebida em {time}',
  late: 'Chegou depois do encerramento da pesquisa',
  more: 'Mostrar mais',
  empty: {
    title: 'Nenhuma entrevista nos últimos {days} dias',
    hint: 'As entrevistas aparecem aqui assim que o seu celular as envia. Se você enviou entrevistas e não vê nenhuma, pergunte ao seu supervisor se o celular está registrado no seu nome.',
  },
  notLinked: {
    title: 'A sua conta não está vinculada a uma pessoa',
    hint: 'Peça ao seu supervisor que providencie o vínculo. Depois disso, as entrevistas do seu celular aparecem aqui.',
  },
} as const satisfies Shape<typeof en>
