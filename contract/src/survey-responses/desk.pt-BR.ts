import type { Shape } from '../messages/translate.ts'
import type { desk as en } from './desk.en.ts'

export const desk = {
  fields: {
    place: 'Local',
    receivedAt: 'Recebida em',
    dueAt: 'Prazo',
    risk: 'Risco',
    reviewer: 'Revisor',
  },
  filters: {
    assigned: 'Atribuição',
    overdue: 'Prazo',
    notSelected: 'Seleção',
  },
  assigned: { mine: 'A mim', others: 'A outros', nobody: 'A ninguém' },
  onlyOverdue: 'Atrasadas',
  onlyNotSelected: 'Não selecionadas para revisão',
  count: {
    one: '{count} resposta na fila',
    many: '{count} respostas na fila',
    estimate: 'mais de {count} respostas na fila',
  },
  empty: {
    title: 'Nenhuma resposta aguarda revisão',
    hint: 'As respostas aparecem aqui poucos segundos depois do envio.',
  },
  overdue: 'Atrasada',
  risk: {
    flags: '{flags} × {points}',
    enumerator: 'entrevistador {points}',
    sum: '{parts} = {score}',
    limited: '{parts} = {sum}, limitado a {score}',
  },
  openFor: 'Aberta por {name}',
  openForMe: 'Aberta por você',
  assignedTo: 'Atribuída a {name}',
  assignedToMe: 'Atribuída a você',
  decided: 'Decisão salva: {status}',
  next: 'Próxima da minha fila',
  none: 'Nenhuma outra resposta aguarda por você',
  heldBy: '{name} está com esta resposta aberta desde {time}.',
} as const satisfies Shape<typeof en>
