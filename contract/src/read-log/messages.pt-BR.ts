import type { Shape } from '../messages/translate.ts'
import type { readLog as en } from './messages.en.ts'

export const readLog = {
  title: 'Registro de leituras',
  count: { one: '{count} registro', many: '{count} registros', estimate: 'mais de {count} registros' },
  empty: {
    title: 'Nenhuma leitura ainda',
    hint: 'Registros abertos, listas, exportações e downloads aparecem aqui.',
  },
  unknownUser: 'Usuário excluído',
  noFilter: 'Sem filtro',
  more: 'e mais {count}',
  alert: {
    title: 'Leitura de registros acima do normal',
    text: 'Em {day} (UTC), {user} leu pelo menos {count} registros.',
    show: 'Mostrar as leituras',
  },
  fields: {
    timestamp: 'Data e hora',
    user: 'Pessoa',
    userEmail: 'E-mail',
    kind: 'Leitura',
    entity: 'Tipo de registro',
    recordLabel: 'Registro',
    recordId: 'Id do registro',
    recordCount: 'Quantidade',
    filter: 'Filtro',
  },
  kinds: {
    record: 'Registro aberto',
    list: 'Página de uma lista',
    wholeList: 'Lista completa',
    export: 'Exportação gerada',
    download: 'Arquivo obtido',
  },
  entities: {
    surveyResponse: 'Resposta da pesquisa',
    user: 'Usuário',
    userDetails: 'Detalhes do usuário',
    device: 'Dispositivo',
    submission: 'Entrevista de um celular',
    surveyExport: 'Exportação de respostas',
    auditLog: 'Registro de auditoria',
  },
  filters: {
    id: 'Id do registro',
    search: 'Busca',
    area: 'Quadrado do mapa',
    answers: 'Respostas às perguntas',
    displayIds: 'Ids da pesquisa',
    withoutDevice: 'Sem dispositivo',
    createdAt: 'Criado em',
    entityNames: 'Tipo de registro',
  },
} as const satisfies Shape<typeof en>
