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
  assign: {
    open: 'Atribuir…',
    title: 'Atribuir a revisão',
    action: 'Atribuir',
    choose: 'Escolha um revisor',
    nobody: 'Ninguém',
    option: '{name} ({count} atribuídas)',
    done: '{count} atribuídas a {name}',
    removed: '{count} sem atribuição agora',
  },
  settings: {
    open: 'Configurações',
    title: 'Revisões de uma pesquisa',
    choose: 'Escolha uma pesquisa',
    policy: 'Quais respostas são revisadas',
    all: 'Todas as respostas',
    sample: 'Respostas com alertas e uma amostra aleatória das demais',
    percent: 'Amostra em porcentagem',
    hint: 'A mudança também vale para as respostas na fila, em poucos minutos.',
    saved: 'Configurações salvas',
  },
  figures: {
    open: 'Números',
    title: 'Números dos revisores',
    intro: 'Últimos 30 dias',
    empty: { title: 'Nenhuma decisão ainda', hint: 'Os números aparecem após a primeira decisão.' },
    names: {
      decided: 'Decisões',
      medianHours: 'Horas até a primeira decisão',
      inTime: 'No prazo',
      returned: 'Devolvidas',
      overturned: 'Revertidas',
      perHour: 'Decisões por hora',
    },
    definitions: {
      decided:
        'Respostas devolvidas, postas em espera, verificadas, aprovadas ou rejeitadas, exceto decisões desfeitas.',
      medianHours: 'Metade das primeiras decisões foi tomada até este número de horas após o recebimento.',
      inTime: 'Parcela das primeiras decisões tomadas antes do prazo da revisão.',
      returned: 'Parcela das decisões que devolveram a resposta.',
      overturned:
        'Parcela das respostas verificadas, aprovadas e rejeitadas cuja situação outro revisor mudou; a aprovação de uma resposta verificada não conta.',
      perHour:
        'Decisões por hora, a partir de 10 minutos de trabalho; intervalos de mais de 10 minutos são pausas.',
    },
  },
  selection: {
    flagged: 'Selecionada para revisão: tem alertas.',
    random: 'Selecionada para revisão: sorteada.',
    minimum: 'Selecionada para revisão: mínimo semanal do entrevistador.',
    again: 'Selecionada para revisão: enviada novamente.',
  },
  next: 'Próxima da minha fila',
  none: 'Nenhuma outra resposta aguarda por você',
  heldBy: '{name} está com esta resposta aberta desde {time}.',
} as const satisfies Shape<typeof en>
